import {
  EXIT,
  exitCodeOf,
  Failure,
  flag,
  formatDuration,
  listenForStop,
  makeProgress,
  plural,
  printable,
} from '@comanda/command-line';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { AdminDeps } from '../../admin/deps.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { type Context, defineCommand } from '../command.ts';
import { restaurantId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printList, printOutcome } from '../terminal/print.ts';

export const restaurantsList = defineCommand({
  name: 'restaurants list',
  summary: 'list the restaurants, and whether each is active and accepts commands',
  options: { json: flag('print one line of JSON for each restaurant') },
  examples: ['comanda restaurants list'],
  run: ({ options }, context) =>
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
});

export const restaurantJson = ({ id, slug, nombre, zonaHoraria, activo, ingesta }: Cuenta) => ({
  id,
  slug,
  nombre,
  zona_horaria: zonaHoraria,
  activo,
  ingesta,
});

const RESTAURANT_ARGUMENT = {
  name: 'ID',
  help: 'id of the restaurant, as "restaurants list" shows it',
  read: restaurantId,
};

const ACTIVE_JSON = flag('print one line of JSON: id, activo');

export const restaurantsSuspend = defineCommand({
  name: 'restaurants suspend',
  summary: 'refuse the keys of a restaurant, close its streams, pause its webhooks',
  argument: RESTAURANT_ARGUMENT,
  options: { json: ACTIVE_JSON },
  notes: ['Nothing is deleted; "restaurants resume" brings everything back.'],
  examples: ['comanda restaurants suspend rest_casa_pepa'],
  run: ({ argument: id, options }, context) => setActive(id, false, options.json, context),
});

export const restaurantsResume = defineCommand({
  name: 'restaurants resume',
  summary: 'end the suspension of a restaurant',
  argument: RESTAURANT_ARGUMENT,
  options: { json: ACTIVE_JSON },
  examples: ['comanda restaurants resume rest_casa_pepa'],
  run: ({ argument: id, options }, context) => setActive(id, true, options.json, context),
});

export const restaurantsDelete = defineCommand({
  name: 'restaurants delete',
  summary: 'delete a suspended restaurant and all of its data, for good',
  argument: RESTAURANT_ARGUMENT,
  options: { json: flag('print one line of JSON: id, filas') },
  notes: [
    'Orders, customers, events, menu, keys, webhooks, screens and users go; the audit stays for its time.',
    'The service goes on meanwhile. If it is interrupted, run it again: it resumes.',
    '"comanda vacuum" then takes the remains out of the files, and docs/privacy.md tells about backups.',
  ],
  examples: [
    'comanda restaurants suspend rest_casa_pepa',
    'comanda restaurants delete rest_casa_pepa',
  ],
  run: ({ argument: id, options }, context) =>
    withStore(context, async (deps) => {
      const { io, clock, actor } = context;
      using stopping = listenForStop();
      const progress = makeProgress({ io, clock, noun: 'row', total: null });
      let filas = 0;
      const onRows = (erased: number) => {
        filas = erased;
        progress.update(erased, 0);
      };
      const { signal } = stopping;
      const { outcome } = await makeCuentas(deps).delete(id, actor, { signal, onRows });
      const took = formatDuration(progress.finish());
      if (outcome === 'not_found') throw new Failure(noSuchRestaurant(id));
      if (outcome === 'active') {
        throw new Failure(
          `restaurant ${id} is active; suspend it first: comanda restaurants suspend ${id}`,
        );
      }
      const received = stopping.received();
      if (outcome === 'stopped' && received !== null) {
        io.err(`Stopped after ${plural(filas, 'row')}; run it again to delete the rest.`);
        return exitCodeOf(received);
      }
      const sentence = `Deleted restaurant ${id}: ${plural(filas, 'row')}, in ${took}.`;
      printOutcome(io, options.json, { id, filas }, sentence);
      return EXIT.ok;
    }),
});

const setActive = (id: string, active: boolean, json: boolean, context: Context): Promise<void> =>
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
