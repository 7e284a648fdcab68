import {
  EXIT,
  exitCodeOf,
  Failure,
  formatDuration,
  listenForStop,
  makeCommand,
  makeProgress,
  plural,
  withExitCode,
} from '@comanda/command-line';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { Context } from '../command.ts';
import { withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { noSuchRestaurant, RESTAURANT_ARGUMENT } from './restaurants.ts';

export const restaurantsDelete = (context: Context) =>
  makeCommand('delete', 'delete a suspended restaurant and all of its data, for good', {
    notes: [
      'Orders, customers, events, menu, keys, webhooks, screens and users go; the audit stays for its time.',
      'The service goes on meanwhile. If it is interrupted, run it again: it resumes.',
      '"comanda vacuum" then takes the remains out of the files, and docs/privacy.md tells about backups.',
    ],
    examples: [
      'comanda restaurants suspend rest_casa_pepa',
      'comanda restaurants delete rest_casa_pepa',
    ],
  })
    .argument(...RESTAURANT_ARGUMENT)
    .option('--yes', 'skip the confirmation, which only a terminal asks for')
    .option('--json', 'print one line of JSON: id, filas')
    .action(
      withExitCode(context, (id, options) =>
        withStore(context, async (deps) => {
          const { io, clock, actor } = context;
          const found = await deps.store.cuentas.find(id);
          if (found?.cuenta.activo) throw isActive(id);
          const question = `Delete restaurant ${id} and all of its data? It cannot be undone.`;
          if (!options.yes && (await io.confirm(question)) === false) {
            throw new Failure(`restaurant ${id} was not deleted`);
          }
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
          if (outcome === 'active') throw isActive(id);
          const received = stopping.received();
          if (outcome === 'stopped' && received !== null) {
            io.err(`Stopped after ${plural(filas, 'row')}; run it again to delete the rest.`);
            return exitCodeOf(received);
          }
          const sentence = `Deleted restaurant ${id}: ${plural(filas, 'row')}, in ${took}.`;
          printOutcome(io, options.json, { id, filas }, sentence);
          return EXIT.ok;
        }),
      ),
    );

const isActive = (id: string): Failure =>
  new Failure(`restaurant ${id} is active; suspend it first: comanda restaurants suspend ${id}`);
