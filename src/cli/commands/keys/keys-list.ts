import { makeCommand, printable } from '@comanda/command-line';
import { makeLlaves, tokenHint } from '../../../admin/llaves.ts';
import { estadoLlave } from '../../../domain/llave.ts';
import type { Llave } from '../../../storage/port/accounts.ts';
import type { Context } from '../../command.ts';
import { restaurantId } from '../../readers.ts';
import { withExistingStore } from '../../store.ts';
import { printList } from '../../terminal/print.ts';
import { isoInstant, isoInstantOrNull, isoSecondOrNever } from '../../terminal/text.ts';
import { refuseUnknownRestaurant } from '../restaurants.ts';

export const keysList = (context: Context) =>
  makeCommand('list', 'list API keys, newest first', {
    examples: ['comanda keys list', 'comanda keys list --restaurant rest_casa_pepa --json'],
  })
    .option('--restaurant <ID>', 'only the keys of this restaurant', restaurantId)
    .option('--json', 'print one line of JSON for each key')
    .action((options) =>
      withExistingStore(context, async (deps) => {
        await refuseUnknownRestaurant(deps, options.restaurant);
        const llaves = await makeLlaves(deps).list(options.restaurant ?? null);
        const nowMs = deps.clock.now();
        printList(context.io, llaves, {
          columns: {
            ID: ({ id }) => id,
            RESTAURANT: ({ restauranteId }) => restauranteId,
            NAME: ({ nombre }) => printable(nombre),
            TOKEN: tokenHint,
            STATE: (llave) => STATES[estadoLlave(llave, nowMs)],
            CREATED: ({ creadaMs }) => isoSecondOrNever(creadaMs),
            EXPIRES: ({ expiraMs }) => isoSecondOrNever(expiraMs),
            'LAST USED': ({ ultimoUsoMs }) => isoSecondOrNever(ultimoUsoMs),
            SCOPES: ({ alcances }) => alcances.join(','),
          },
          empty: 'No keys. Create one with: comanda keys create --help',
          toJson: options.json ? (llave) => keyJson(llave, nowMs) : undefined,
        });
      }),
    );

export const STATES = { activa: 'active', expirada: 'expired', revocada: 'revoked' };

export const keyJson = (llave: Llave, nowMs: number) => ({
  id: llave.id,
  restaurante_id: llave.restauranteId,
  nombre: llave.nombre,
  etiqueta: llave.etiqueta,
  pista: llave.pista,
  alcances: llave.alcances,
  estado: estadoLlave(llave, nowMs),
  creador: llave.creador,
  creada_en: isoInstant(llave.creadaMs),
  expira_en: isoInstantOrNull(llave.expiraMs),
  revocada_en: isoInstantOrNull(llave.revocadaMs),
  ultimo_uso_en: isoInstantOrNull(llave.ultimoUsoMs),
});
