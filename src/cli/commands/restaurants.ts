import { makeCuentas } from '../../admin/cuentas.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { command, flag } from '../command.ts';
import { EXIT, Failure } from '../exit.ts';
import { id } from '../read.ts';
import { withStore } from '../store.ts';
import { printable, table } from '../text.ts';

const argument = {
  name: 'ID',
  help: 'id of the restaurant, as "restaurants list" shows it',
  read: id('restaurante', 'restaurant'),
};

export const restaurantsList = command({
  name: 'restaurants list',
  summary: 'list the restaurants, whether they are active and whether they take commands',
  argument: null,
  options: { json: flag('print one line of JSON for each restaurant') },
  examples: ['comanda restaurants list'],
  run: (options, _, context) =>
    withStore(context, async (store) => {
      const { io } = context;
      const cuentas = makeCuentas({ ...context, store }).list();
      if (options.json) {
        for await (const cuenta of cuentas) io.out(JSON.stringify(cuentaJson(cuenta)));
        return EXIT.ok;
      }
      const rows = (await Array.fromAsync(cuentas)).map(cuentaRow);
      if (rows.length === 0) io.err('No restaurants. Load some with: comanda import --help');
      else for (const line of table([HEADER, ...rows])) io.out(line);
      return EXIT.ok;
    }),
});

export const restaurantsSuspend = command({
  name: 'restaurants suspend',
  summary: 'shut a restaurant out: its keys are refused, its streams close, its webhooks wait',
  argument,
  options: {},
  notes: ['Nothing is deleted; "restaurants resume" brings everything back.'],
  examples: ['comanda restaurants suspend rest_casa_pepa'],
  run: (_, restaurant, context) =>
    withStore(context, async (store) => {
      const { outcome } = await makeCuentas({ ...context, store }).suspend(
        restaurant,
        context.actor,
      );
      if (outcome === 'not_found') throw new Failure(noSuchRestaurant(restaurant));
      context.io.out(`Restaurant ${restaurant} ${verb(outcome)} suspended.`);
      return EXIT.ok;
    }),
});

export const restaurantsResume = command({
  name: 'restaurants resume',
  summary: 'let a suspended restaurant back in',
  argument,
  options: {},
  examples: ['comanda restaurants resume rest_casa_pepa'],
  run: (_, restaurant, context) =>
    withStore(context, async (store) => {
      const { outcome } = await makeCuentas({ ...context, store }).resume(
        restaurant,
        context.actor,
      );
      if (outcome === 'not_found') throw new Failure(noSuchRestaurant(restaurant));
      context.io.out(`Restaurant ${restaurant} ${verb(outcome)} active.`);
      return EXIT.ok;
    }),
});

const verb = (outcome: 'done' | 'unchanged'): string =>
  outcome === 'done' ? 'is now' : 'was already';

const noSuchRestaurant = (restaurant: string): string =>
  `there is no restaurant ${restaurant}; see comanda restaurants list`;

const HEADER = ['ID', 'SLUG', 'NAME', 'TIME ZONE', 'STATE', 'COMMANDS'];

const cuentaRow = (cuenta: Cuenta): string[] => [
  cuenta.id,
  printable(cuenta.slug),
  printable(cuenta.nombre),
  cuenta.zonaHoraria,
  cuenta.activo ? 'active' : 'suspended',
  cuenta.ingesta ? 'accepted' : 'refused',
];

const cuentaJson = ({ id, slug, nombre, zonaHoraria, activo, ingesta }: Cuenta) => ({
  id,
  slug,
  nombre,
  zona_horaria: zonaHoraria,
  activo,
  ingesta,
});
