import { makeLlaves } from '../../../admin/llaves.ts';
import { ALCANCES } from '../../../contract/alcances.ts';
import { defineCommand, flag, optional, required } from '../../command.ts';
import { Failure, UsageError } from '../../errors.ts';
import { alcances, instantOrNever, label, nombre, restaurantId } from '../../readers.ts';
import { withStore } from '../../store.ts';
import { noSuchRestaurant } from '../restaurants/restaurant.ts';
import { showToken } from './key.ts';

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'make an API key for a restaurant and print its token, once',
  options: {
    restaurant: required('ID', 'restaurant whose data the key reads', restaurantId),
    scopes: required('LIST', `comma list of ${ALCANCES.join(', ')}`, alcances),
    name: optional('NAME', 'what the key is for (default "API key")', nombre),
    label: optional(
      'live|test',
      'label inside the token; both read the same data (default live)',
      label,
    ),
    expires: optional(
      'TIME',
      'when it stops working, ISO 8601; a date is midnight UTC (default never)',
      instantOrNever,
    ),
    json: flag('print one line of JSON: id, token, restaurante_id, alcances, expira_en'),
  },
  notes: [
    'Only a digest of the token is stored: a lost token cannot be shown again, only replaced.',
  ],
  examples: [
    'comanda keys create --restaurant rest_casa_pepa --scopes pedidos.leer,carta.leer --name "BI"',
  ],
  run: ({ options }, context) =>
    withStore(context, async (deps) => {
      const result = await makeLlaves(deps).create(
        {
          restauranteId: options.restaurant,
          alcances: options.scopes,
          nombre: options.name ?? 'API key',
          etiqueta: options.label ?? 'live',
          expiraMs: options.expires ?? null,
        },
        context.actor,
      );
      if (result.outcome === 'expires_in_past') throw new UsageError('--expires is in the past');
      if (result.outcome !== 'created') throw new Failure(noSuchRestaurant(options.restaurant));
      showToken(context.io, result, options.json ? {} : null);
    }),
});
