import { Failure, makeCommand, printable } from '@comanda/command-line';
import { makePantallas } from '../../admin/pantallas.ts';
import type { Context } from '../command.ts';
import { restaurantId, screenId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printList, printOutcome } from '../terminal/print.ts';
import { isoInstant, isoInstantOrNull, isoSecondOrNever } from '../terminal/text.ts';
import { refuseUnknownRestaurant } from './restaurants.ts';

export const screensList = (context: Context) =>
  makeCommand('list', 'list wall screens, newest first', {
    examples: ['comanda screens list', 'comanda screens list --restaurant rest_casa_pepa --json'],
  })
    .option('--restaurant <ID>', 'only the screens of this restaurant', restaurantId)
    .option('--json', 'print one line of JSON for each screen')
    .action((options) =>
      withExistingStore(context, async (deps) => {
        await refuseUnknownRestaurant(deps, options.restaurant);
        const pantallas = await makePantallas(deps).list(options.restaurant ?? null);
        printList(context.io, pantallas, {
          columns: {
            ID: ({ id }) => id,
            RESTAURANT: ({ restauranteId }) => restauranteId,
            NAME: ({ nombre }) => printable(nombre),
            SHOWS: ({ clase }) => clase,
            CREATOR: ({ creador }) => creador,
            CREATED: ({ creadaMs }) => isoSecondOrNever(creadaMs),
            'LAST SEEN': ({ vistaMs }) => isoSecondOrNever(vistaMs),
          },
          empty: 'No screens. Create one in the panel, under Pantallas.',
          toJson: options.json
            ? ({ restauranteId, usuarioId, creadaMs, vistaMs, ...pantalla }) => ({
                ...pantalla,
                restaurante_id: restauranteId,
                usuario_id: usuarioId,
                creada_en: isoInstant(creadaMs),
                vista_en: isoInstantOrNull(vistaMs),
              })
            : undefined,
        });
      }),
    );

export const screensRevoke = (context: Context) =>
  makeCommand('revoke', 'revoke a wall screen: its link stops working at once and for good', {
    examples: ['comanda screens revoke pan_01k9m3'],
  })
    .argument('<ID>', 'id of the screen, as "screens list" shows it', screenId)
    .option('--yes', 'skip the confirmation, which only a terminal asks for')
    .option('--json', 'print one line of JSON: id, revocada')
    .action((id, options) =>
      withStore(context, async (deps) => {
        const question = `Revoke screen ${id}? It goes dark, and its link stops working at once and for good.`;
        if (!options.yes && (await context.io.confirm(question)) === false) {
          throw new Failure(`screen ${id} was not revoked`);
        }
        if (!(await makePantallas(deps).revoke(id, context.actor))) {
          throw new Failure(`there is no screen ${id}; see comanda screens list`);
        }
        printOutcome(context.io, options.json, { id, revocada: true }, `Screen ${id} is revoked.`);
      }),
    );
