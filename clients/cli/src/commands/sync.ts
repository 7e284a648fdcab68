import { exitCodeOf, listenForStop, makeCommand, withExitCode } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { EXIT } from '../errors.ts';
import { reachService } from '../service.ts';
import { makeReporter } from '../sync/report.ts';
import { makeSource } from '../sync/source/source.ts';
import { runSync } from '../sync/sync.ts';
import { openTarget, targetAddress } from '../sync/target/open.ts';
import { reportVerdict } from '../sync/verify/report.ts';
import { verifyMirror } from '../sync/verify/verify.ts';

export const sync = (context: Context) =>
  makeCommand('sync', 'mirror the orders in a database, and keep the mirror up to date', {
    notes: [
      'Tables: pedidos, items, opciones, pagos, iva, carta_*, zonas, restaurante. Views: ventas_por_dia,',
      'ventas_por_producto, clientes. A target holds one restaurant and takes one sync at a time.',
      'With --once or --fresh, --verify compares after the sync. If anything differs, the exit code is 1.',
    ],
    examples: [
      'comanda sync --to sqlite:pedidos.db --once',
      'comanda sync --to postgres://bi@localhost/pedidos',
      'comanda sync --to duckdb:pedidos.duckdb --once --verify',
    ],
  })
    .requiredOption(
      '--to <TARGET>',
      'postgres://USER:PASSWORD@HOST/DATABASE, sqlite:FILE or duckdb:FILE',
      targetAddress,
    )
    .option('--once', 'exit once the mirror is up to date, instead of following changes')
    .option(
      '--verify',
      'compare the mirror with the service and print the differences; writes nothing',
    )
    .option('--fresh', 'copy everything again')
    .option('--json', 'print each step as one line of JSON')
    .action(
      withExitCode(context, async (options) => {
        const { io, clock, random } = context;
        const { url, key } = context.service();
        using stopping = listenForStop();
        const { signal } = stopping;
        const report = makeReporter(io, clock, options.json === true);
        const isVerifying = options.verify === true;
        const isFresh = options.fresh === true;
        const once = options.once === true || (isVerifying && isFresh);
        if (!isVerifying || once) {
          const deps = { service: { url, key }, clock, random, signal, report };
          const code = await runSync({ to: options.to, once, fresh: isFresh }, deps);
          const stopped = stopping.received();
          if (stopped !== null) return once ? exitCodeOf(stopped) : EXIT.ok;
          if (code !== EXIT.ok || !isVerifying) return code;
        }
        const target = await openTarget(options.to, { readOnly: true });
        try {
          await reachService({ url, key }, { signal });
          const source = makeSource({ url, key, signal, onWait: report.waiting });
          return reportVerdict(io, await verifyMirror(target, source), options.json === true);
        } catch (error) {
          const stopped = stopping.received();
          if (stopped === null) throw error;
          return exitCodeOf(stopped);
        } finally {
          await target.close();
        }
      }),
    );
