import { Failure, makeCommand, printable } from '@comanda/command-line';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { AdminDeps } from '../../admin/deps.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Context } from '../command.ts';
import { restaurantId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printList, printOutcome } from '../terminal/print.ts';

export const restaurantsList = (context: Context) =>
  makeCommand('list', 'list the restaurants, and whether each is active and accepts commands', {
    examples: ['comanda restaurants list'],
  })
    .option('--json', 'print one line of JSON for each restaurant')
    .action((options) =>
      withExistingStore(context, async (deps) => {
        const cuentas = await Array.fromAsync(makeCuentas(deps).list());
        printList(context.io, cuentas, {
          columns: {
            ID: ({ id }) => id,
            SLUG: ({ slug }) => printable(slug),
            NAME: ({ nombre }) => printable(nombre),
            'TIME ZONE': ({ zonaHoraria }) => zonaHoraria,
            STATE: ({ activo }) => (activo ? 'active' : 'suspended'),
            COMMANDS: ({ ingesta }) => (ingesta ? 'accepted' : 'refused'),
          },
          empty: 'No restaurants. Create one with: comanda restaurants create --help',
          toJson: options.json ? restaurantJson : undefined,
        });
      }),
    );

export const restaurantJson = ({ id, slug, nombre, zonaHoraria, activo, ingesta }: Cuenta) => ({
  id,
  slug,
  nombre,
  zona_horaria: zonaHoraria,
  activo,
  ingesta,
});

export const RESTAURANT_ARGUMENT = [
  '<ID>',
  'id of the restaurant, as "restaurants list" shows it',
  restaurantId,
] as const;

const ACTIVE_JSON = ['--json', 'print one line of JSON: id, activo'] as const;

export const restaurantsSuspend = (context: Context) =>
  makeCommand('suspend', 'refuse the keys of a restaurant, close its streams, pause its webhooks', {
    notes: ['Nothing is deleted; "restaurants resume" brings everything back.'],
    examples: ['comanda restaurants suspend rest_casa_pepa'],
  })
    .argument(...RESTAURANT_ARGUMENT)
    .option(...ACTIVE_JSON)
    .action((id, options) => setActive(id, false, options.json, context));

export const restaurantsResume = (context: Context) =>
  makeCommand('resume', 'end the suspension of a restaurant', {
    examples: ['comanda restaurants resume rest_casa_pepa'],
  })
    .argument(...RESTAURANT_ARGUMENT)
    .option(...ACTIVE_JSON)
    .action((id, options) => setActive(id, true, options.json, context));

const setActive = (
  id: string,
  active: boolean,
  json: boolean | undefined,
  context: Context,
): Promise<void> =>
  withStore(context, async (deps) => {
    const cuentas = makeCuentas(deps);
    const { outcome } = await cuentas[active ? 'resume' : 'suspend'](id, context.actor);
    if (outcome === 'not_found') throw new Failure(noSuchRestaurant(id));
    const verb = outcome === 'done' ? 'is now' : 'was already';
    const sentence = `Restaurant ${id} ${verb} ${active ? 'active' : 'suspended'}.`;
    printOutcome(context.io, json, { id, activo: active }, sentence);
  });

/** Without it, a list of an unknown restaurant would be empty, as if the restaurant existed. */
export const refuseUnknownRestaurant = async (
  { store }: AdminDeps,
  restauranteId: string | undefined,
): Promise<void> => {
  if (restauranteId === undefined || (await store.cuentas.find(restauranteId)) !== null) return;
  throw new Failure(noSuchRestaurant(restauranteId));
};

export const noSuchRestaurant = (id: string): string =>
  `there is no restaurant ${id}; see comanda restaurants list`;
