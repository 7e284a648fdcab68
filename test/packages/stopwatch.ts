import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { freePort } from '../support/machine/loopback.ts';
import { startPostgres } from '../support/postgres/postgres.ts';
import type { makeUser } from './user.ts';

/** The scripts of this folder, and what the last lines of each say when it has arrived. */
const ARRIVED = {
  'first-order': /"numero":"\d{8}-\d+"/,
  'verified-webhook': /"entregada":true[\s\S]*^verified pedido\.\w+ /m,
  sqlite: /^0 differences/m,
  duckdb: /^0 differences/m,
  postgres: /^0 differences/m,
  'october-vat': /^\d+ %: \d+\.\d\d$/m,
} as const;

const isoMonth = (months: number): string =>
  Temporal.Now.plainDateISO().toPlainYearMonth().add({ months }).toString();

/** From a key to each thing that somebody wants, in an empty folder, with what the service offers alone; says how long it took. */
export const stopwatchTests = (
  user: () => ReturnType<typeof makeUser>,
  access: Record<'COMANDA_URL' | 'COMANDA_KEY', string>,
): void => {
  for (const [name, arrived] of Object.entries(ARRIVED)) {
    test(`from a key to ${name}`, async (t) => {
      const script = readFileSync(new URL(`stopwatch/${name}.sh`, import.meta.url), 'utf8');
      const env: Record<string, string> = {
        ...access,
        PORT: String(await freePort()),
        // The last whole month: that of the invoices which the demonstration has.
        MONTH: isoMonth(-1),
        NEXT_MONTH: isoMonth(0),
      };
      if (name === 'postgres') {
        const { url, stop } = await startPostgres();
        t.after(stop);
        env['TARGET'] = url;
      }
      const beganMs = performance.now();
      const output = await user().run('sh', ['-ec', script], env);
      const minutes = (performance.now() - beganMs) / 60_000;
      assert.match(output, arrived);
      t.diagnostic(`${name}: ${minutes.toFixed(1)} min`);
    });
  }
};
