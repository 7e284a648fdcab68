import { exitCodeOf, flag, listenForStop, required } from '@comanda/command-line';
import { defineCommand } from '../command.ts';
import { EXIT } from '../errors.ts';
import { reachService } from '../service.ts';
import { makeReporter } from '../sync/report.ts';
import { makeSource } from '../sync/source/source.ts';
import { runSync } from '../sync/sync.ts';
import { openTarget, targetAddress } from '../sync/target/open.ts';
import { reportVerdict } from '../sync/verify/report.ts';
import { verifyMirror } from '../sync/verify/verify.ts';

export const sync = defineCommand({
  name: 'sync',
  summary: 'mirror the orders in a database, and keep the mirror up to date',
  options: {
    to: required(
      'TARGET',
      'postgres://USER:PASSWORD@HOST/DATABASE, sqlite:FILE or duckdb:FILE',
      targetAddress,
    ),
    once: flag('exit once the mirror is up to date, instead of following changes'),
    verify: flag('compare the mirror with the service and print the differences; writes nothing'),
    fresh: flag('copy everything again'),
    json: flag('print each step as one line of JSON'),
  },
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
  async run({ options }, { io, clock, random, service }) {
    const { url, key } = service();
    using stopping = listenForStop();
    const { signal } = stopping;
    const report = makeReporter(io, clock, options.json);
    const isVerifying = options.verify;
    const once = options.once || (isVerifying && options.fresh);
    if (!isVerifying || once) {
      const deps = { service: { url, key }, clock, random, signal, report };
      const code = await runSync({ to: options.to, once, fresh: options.fresh }, deps);
      const stopped = stopping.received();
      if (stopped !== null) return once ? exitCodeOf(stopped) : EXIT.ok;
      if (code !== EXIT.ok || !isVerifying) return code;
    }
    const target = await openTarget(options.to, { readOnly: true });
    try {
      await reachService({ url, key }, { signal });
      const source = makeSource({ url, key, signal, onWait: report.waiting });
      return reportVerdict(io, await verifyMirror(target, source), options.json);
    } catch (error) {
      const stopped = stopping.received();
      if (stopped === null) throw error;
      return exitCodeOf(stopped);
    } finally {
      await target.close();
    }
  },
});
