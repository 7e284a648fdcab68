import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/domain/time.ts';
import type { HoraWebhook } from '../../src/storage/port/webhooks.ts';
import { makeFigures } from '../../src/webhooks/figures.ts';
import { makeTestClock } from '../support/clock.ts';
import { NOW_MS } from '../support/samples.ts';

test('counts that could not be stored are stored later, and stored ones not again', async () => {
  const stored: (readonly HoraWebhook[])[] = [];
  const failures: unknown[] = [];
  let refused = 'rest_b';
  const add = async (horas: readonly HoraWebhook[]): Promise<void> => {
    if (horas[0]?.restauranteId === refused) throw new Error('the database is not available');
    stored.push(structuredClone(horas));
  };
  const figures = makeFigures({ add }, makeTestClock(), (error) => failures.push(error));
  const count = (restauranteId: string) =>
    figures.note({ restauranteId, id: `wh_${restauranteId}` }, 'success', 10);
  const row = (restauranteId: string, exitos: number): HoraWebhook => ({
    restauranteId,
    webhookId: `wh_${restauranteId}`,
    hora: Math.floor(NOW_MS / HOUR_MS),
    exitos,
    fallos: 0,
    duracionMs: exitos * 10,
    duracionMaxMs: 10,
  });
  for (const each of ['rest_a', 'rest_b', 'rest_c']) count(each);
  await figures.flush();
  assert.deepEqual(stored.splice(0), [[row('rest_a', 1)]]);
  assert.equal(failures.length, 1);
  count('rest_b');
  refused = '';
  await figures.flush();
  assert.deepEqual(stored.splice(0), [[row('rest_b', 2)], [row('rest_c', 1)]]);
  await figures.flush();
  assert.deepEqual(stored, []);
});
