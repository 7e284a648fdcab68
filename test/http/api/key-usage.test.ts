import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyUse } from '../../../src/admin/keys/key-use.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time.ts';
import { makeLastUses, makeUsage } from '../../../src/http/api/usage/key-usage.ts';
import { makeLog } from '../../../src/platform/log.ts';
import type { Llave } from '../../../src/storage/port/accounts.ts';
import type { Uso } from '../../../src/storage/port/panel.ts';
import { makeTestClock } from '../../support/clock.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../support/samples.ts';
import { startApi } from './start-api.ts';

const DIA = Math.floor(NOW_MS / DAY_MS);
const LLAVE = { id: 'llv_1', restauranteId: RESTAURANTE_ID };

const useWith = (status: number) => ({ status, operacion: 'GET /pedidos', red: '', agente: '' });

const openCounter = () => {
  const clock = makeTestClock();
  const stored: Uso[][] = [];
  const logged: unknown[] = [];
  let problem: Error | null = null;
  const usos = {
    add: async (batch: readonly Uso[]) => {
      if (problem !== null) throw problem;
      stored.push(batch.map((uso) => ({ ...uso })));
    },
    addTrail: async () => {},
  };
  const log = makeLog('info', { write: (line) => logged.push(JSON.parse(line).msg) });
  const usage = makeUsage(usos, clock, log);
  return {
    clock,
    stored,
    logged,
    usage,
    breakWith(error: Error | null) {
      problem = error;
    },
  };
};

const of = (dia: number, peticiones: number, limitadas = 0, errores = 0): Uso => ({
  restauranteId: RESTAURANTE_ID,
  llaveId: LLAVE.id,
  dia,
  peticiones,
  limitadas,
  errores,
});

describe('counting the requests of keys', () => {
  test('adds up by key, and counts refused and failed requests apart', async () => {
    const { usage, stored } = openCounter();
    for (const status of [200, 304, 404, 429, 429, 500]) usage.note(LLAVE, useWith(status));
    usage.note({ ...LLAVE, id: 'llv_2' }, useWith(200));
    await usage.flush();
    assert.deepEqual(stored, [[of(DIA, 6, 2, 2), { ...of(DIA, 1), llaveId: 'llv_2' }]]);
    await usage.flush();
    assert.equal(stored.length, 1);
  });

  test('keeps the days apart, also when the clock goes back', async () => {
    const { usage, stored, clock } = openCounter();
    usage.note(LLAVE, useWith(200));
    clock.advance(DAY_MS);
    usage.note(LLAVE, useWith(200));
    usage.note(LLAVE, useWith(200));
    clock.set(NOW_MS);
    usage.note(LLAVE, useWith(200));
    await usage.flush();
    assert.deepEqual(stored, [[of(DIA, 2), of(DIA + 1, 2)]]);
  });

  test('counts that could not be stored are stored later, together with new ones', async () => {
    const { usage, stored, logged, breakWith } = openCounter();
    breakWith(new Error('no database'));
    usage.note(LLAVE, useWith(200));
    await usage.flush();
    usage.note(LLAVE, useWith(429));
    await usage.flush();
    assert.equal(stored.length, 0);
    breakWith(null);
    usage.note(LLAVE, useWith(404));
    await usage.flush();
    assert.deepEqual(stored, [[of(DIA, 3, 1, 1)]]);
    assert.deepEqual(logged, [
      'could not store the counts of requests',
      'the counts of requests are stored again',
    ]);
  });
});

test('a service that stops leaves the counts on disk', async (t) => {
  const { service, api } = await startApi(t);
  const { token, llave } = await service.makeLlave();
  for (let i = 0; i < 62; i += 1) await api('/zonas', { token });
  await api('/pedidos?limite=0', { token });
  await service.stop();
  const [uso, ...others] = await service.store.usos.list(RESTAURANTE_ID, 0);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(uso, {
    llaveId: llave.id,
    peticiones: 63,
    limitadas: 3,
    errores: 0,
  });
  const { dias, operaciones, redes, agentes } = await keyUse(service.store.usos, llave, Date.now());
  assert.equal(dias[0]?.peticiones, 63);
  assert.partialDeepStrictEqual(
    operaciones.toSorted((a, b) => b.peticiones - a.peticiones),
    [
      { operacion: 'GET /zonas', estado: 200, peticiones: 60 },
      { operacion: 'GET /zonas', estado: 429, peticiones: 2 },
      { operacion: 'GET /pedidos', estado: 429, peticiones: 1 },
    ],
  );
  assert.partialDeepStrictEqual(redes, [{ valor: '127.0.0.0/24', peticiones: 63 }]);
  assert.deepEqual([agentes.length, agentes[0]?.peticiones], [1, 63]);
});

/** Records the last uses of keys. */
const openLastUses = () => {
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

const keyOf = (id: string): Llave => ({ id, ultimoUsoMs: null }) as Llave;

test('the use of a remembered key is written once in a minute', async () => {
  const { touched, note } = openLastUses();
  const remembered = keyOf('llv_1');
  for (let ms = 0; ms < 3 * MINUTE_MS; ms += 1_000) await note(remembered, NOW_MS + ms);
  assert.deepEqual(
    touched,
    [0, 1, 2].map((minute) => ['llv_1', NOW_MS + minute * MINUTE_MS]),
  );
});

test('the uses of thousands of keys are all written', async () => {
  const { touched, uses } = openLastUses();
  const ids = Array.from({ length: 1_234 }, (_, n) => `llv_${n}`);
  for (const id of ids) uses.note(keyOf(id), NOW_MS);
  await uses.flush();
  assert.deepEqual(
    touched.map(([id]) => id),
    ids,
  );
});
