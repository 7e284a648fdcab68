import {
  EXIT,
  exitCodeOf,
  formatDuration,
  listenForStop,
  makeCommand,
  makeProgress,
  plural,
  UsageError,
  withExitCode,
} from '@comanda/command-line';
import type { Context } from '../command.ts';
import { describeData, refuseMissing } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const copy = (context: Context) =>
  makeCommand('copy', 'copy the SQLite database into an empty one on PostgreSQL', {
    notes: [
      'It copies from DATA_DIR to DATABASE_URL: orders, keys, webhooks, people, all that there is. Ids, cursors,',
      'keys and sessions stay valid. Stop the service first; afterwards start it with DATABASE_URL set.',
      'The copy is complete or there is none. The SQLite database stays where it is.',
    ],
    examples: ['comanda copy'],
  })
    .option('--json', 'print one line of JSON: datos, restaurantes, pedidos, eventos')
    .action(
      withExitCode(context, async (options) => {
        const { io, clock } = context;
        const config = context.config();
        const { databaseUrl, dataDir } = config;
        if (databaseUrl === null) {
          throw new UsageError(
            'DATABASE_URL is not set: it is the PostgreSQL database to copy into',
          );
        }
        await refuseMissing({ ...config, databaseUrl: null });
        // Loaded on use, as `withStore` does.
        const { copyStore } = await import('../../storage/open.ts');
        using stopping = listenForStop();
        const { signal } = stopping;
        const startMs = clock.monotonic();
        let clear = (): unknown => null;
        const onBegin = (count: number) => {
          const progress = makeProgress({ io, clock, noun: 'row', total: { count } });
          clear = progress.finish;
          return (copied: number) => progress.update(copied, 0);
        };
        try {
          const tally = await copyStore({ dataDir, databaseUrl }, { signal, onBegin }).finally(() =>
            clear(),
          );
          const [restaurantes = 0, pedidos = 0, eventos = 0] = COUNTED.map((name) =>
            tally.get(name),
          );
          const datos = describeData(config);
          const counts = `${plural(restaurantes, 'restaurant')}, ${plural(pedidos, 'order')} and ${plural(eventos, 'event')}`;
          const took = formatDuration(clock.monotonic() - startMs);
          const sentence = `Copied ${counts} into ${datos}, in ${took}.`;
          printOutcome(io, options.json, { datos, restaurantes, pedidos, eventos }, sentence);
          return EXIT.ok;
        } catch (error) {
          const received = stopping.received();
          if (received === null) throw error;
          io.err('Stopped: nothing was copied.');
          return exitCodeOf(received);
        }
      }),
    );

const COUNTED = ['restaurantes', 'pedidos', 'eventos'];
