import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLastUses } from '../../../src/http/api/key-usage.ts';
import { makeLog } from '../../../src/log.ts';
import type { Llave } from '../../../src/storage/port/accounts.ts';
import { NOW_MS } from '../../support/samples.ts';

const MINUTE_MS = 60_000;

const watch = () => {
  const touched: [string, number][] = [];
  const uses = makeLastUses(
    { touch: async (some) => void touched.push(...some) },
    makeLog('info', { write: (line) => assert.fail(line) }),
  );
  const note = async (llave: Llave, atMs: number) => {
    uses.note(llave, atMs);
    await uses.flush();
  };
  return { touched, uses, note };
};

const llave = (id: string): Llave => ({ id, ultimoUsoMs: null }) as Llave;

test('the use of a remembered key is written once in a minute', async () => {
  const { touched, note } = watch();
  const remembered = llave('llv_1');
  for (let ms = 0; ms < 3 * MINUTE_MS; ms += 1_000) await note(remembered, NOW_MS + ms);
  assert.deepEqual(
    touched,
    [0, 1, 2].map((minute) => ['llv_1', NOW_MS + minute * MINUTE_MS]),
  );
});

test('the uses of thousands of keys are all written', async () => {
  const { touched, uses } = watch();
  const ids = Array.from({ length: 1_234 }, (_, n) => `llv_${n}`);
  for (const id of ids) uses.note(llave(id), NOW_MS);
  await uses.flush();
  assert.deepEqual(
    touched.map(([id]) => id),
    ids,
  );
});
