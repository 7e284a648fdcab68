import { Failure, makeCommand, quote, UsageError } from '@comanda/command-line';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { Context } from '../command.ts';
import { currency, nombre, restaurantId } from '../readers.ts';
import { withStore } from '../store.ts';
import { restaurantJson } from './restaurants.ts';

export const restaurantsCreate = (context: Context) =>
  makeCommand('create', 'create a restaurant that takes orders, with an empty profile and menu', {
    notes: [
      'The platform sets profile, menu and zones with restaurante.guardar, carta.guardar, zonas.guardar.',
    ],
    examples: [
      'comanda restaurants create --name "Casa Pepa"',
      'comanda restaurants create --name "The Anchor" --timezone Europe/London --currency GBP',
    ],
  })
    .requiredOption('--name <NAME>', 'what it is called', nombre)
    .option('--timezone <ZONE>', 'its IANA time zone (default: Europe/Madrid)', nombre)
    .option('--currency <CODE>', 'its currency, an ISO 4217 code (default: EUR)', currency)
    .option('--id <ID>', 'an id that you choose (default: generated)', restaurantId)
    .option('--closed', 'refuse commands for now')
    .option('--json', 'print one line of JSON: id, slug, nombre, zona_horaria, activo, ingesta')
    .action((options) =>
      withStore(context, async (deps) => {
        const { name, timezone = 'Europe/Madrid', currency: moneda = 'EUR', id, closed } = options;
        const made = await makeCuentas(deps).create(
          { nombre: name, zonaHoraria: timezone, moneda, ingesta: !closed, ...(id && { id }) },
          context.actor,
        );
        if (made.outcome === 'invalid_zone') {
          throw new UsageError(
            `--timezone must be an IANA time zone, such as Europe/Madrid, not ${quote(timezone)}`,
          );
        }
        if (made.outcome !== 'created') throw new Failure(`there is a restaurant ${id} already`);
        const { cuenta } = made;
        if (options.json) return context.io.out(JSON.stringify(restaurantJson(cuenta)));
        context.io.out(cuenta.id);
        context.io.err(
          `Restaurant ${quote(cuenta.nombre)}, ${cuenta.zonaHoraria}. Next: comanda users create --restaurant ${cuenta.id} --email …`,
        );
      }),
    );
