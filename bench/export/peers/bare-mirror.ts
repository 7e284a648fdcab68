// A baseline: copies prepared rows into the same tables of PostgreSQL, in transactions of the same size.

import { readFileSync } from 'node:fs';
import { makeToRows } from '../../../clients/cli/src/sync/rows/pedido-rows.ts';
import { prepareSchema } from '../../../clients/cli/src/sync/schema/prepare.ts';
import { openPostgres } from '../../../clients/cli/src/sync/target/postgres.ts';
import { readSettings, replyWith } from '../../support/script.ts';

const BATCH_ORDERS = 2_000;

const { file, databaseUrl } = readSettings<{ file: string; databaseUrl: string }>();

/** The duration in seconds. */
await replyWith(async () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const toRows = makeToRows('Europe/Madrid');
  const batches = Array.from({ length: Math.ceil(lines.length / BATCH_ORDERS) }, (_, i) => {
    const batch = lines.slice(i * BATCH_ORDERS, (i + 1) * BATCH_ORDERS);
    const change = { cambiado_en: new Date().toISOString(), secuencia: 1 };
    return toRows(batch.map((text) => ({ pedido: JSON.parse(text), text, ...change })));
  });
  const target = await openPostgres(databaseUrl, { readOnly: false });
  await prepareSchema(target, Date.now());
  const startedMs = performance.now();
  for (const batch of batches) {
    await target.transaction(async (tx) => {
      for (const [table, rows] of batch) await tx.insert(table, rows);
    });
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  await target.close();
  return seconds;
});
