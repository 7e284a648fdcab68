import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { TIPOS_EVENTO } from '../../../../src/contract/recursos/evento.ts';
import { DAY_MS } from '../../../../src/domain/time.ts';
import { makeLog } from '../../../../src/platform/log.ts';
import { makeRetention } from '../../../../src/storage/eventos/retention.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { accept, type Bench, type Engine, testOn } from '../harness.ts';

const silent = makeLog('silent');

/** Stores `perDay[i]` orders on each day, the oldest first, ending today. */
const fill = async ({ store, clock }: Bench, perDay: readonly number[]): Promise<void> => {
  for (const [i, count] of perDay.entries()) {
    clock.set(NOW_MS - (perDay.length - 1 - i) * DAY_MS);
    await accept(store, comando.crearVarios(count));
  }
};

const sequences = async (store: Store, restauranteId = RESTAURANTE_ID): Promise<number[]> =>
  (await store.log.events(restauranteId, 0, 10_000)).map(({ secuencia }) => secuencia);

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const retentionConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: the log's retention`, () => {
    test('prune deletes the oldest events, at most as many as asked for', async (store, bench) => {
      await fill(bench, [10, 5, 4]);
      const { prune } = store.log;
      const cutoff = NOW_MS - DAY_MS;
      assert.equal(await prune(RESTAURANTE_ID, cutoff, 4), 4);
      assert.deepEqual(await sequences(store), span(5, 19));
      assert.equal(await prune(RESTAURANTE_ID, cutoff, 4), 4);
      assert.equal(await prune(RESTAURANTE_ID, cutoff, 4), 2);
      assert.equal(await prune(RESTAURANTE_ID, cutoff, 4), 0);
      assert.deepEqual(await sequences(store), span(11, 19));
      assert.equal(await prune('rest_nadie', cutoff, 4), 0);
    });

    test('the newest event stays, and sequences go on', async (store, bench) => {
      await fill(bench, [7]);
      assert.equal(await store.log.prune(RESTAURANTE_ID, NOW_MS + DAY_MS, 100), 6);
      assert.equal(await store.log.prune(RESTAURANTE_ID, NOW_MS + DAY_MS, 100), 0);
      await accept(store, [comando.crear()]);
      assert.deepEqual(await sequences(store), [7, 8]);
      assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 8);
    });

    test('events after a young one stay, so that the log has no gap', async (store, { clock }) => {
      for (const offset of [-3, 0, -3, -3, 0]) {
        clock.set(NOW_MS + offset * DAY_MS);
        await accept(store, [comando.crear()]);
      }
      assert.equal(await store.log.prune(RESTAURANTE_ID, NOW_MS - DAY_MS, 100), 1);
      assert.deepEqual(await sequences(store), span(2, 5));
    });

    test('prune touches no other restaurant, no order and no history', async (store, { clock }) => {
      const otherId = 'rest_otro';
      await store.cuentas.save(sampleRestaurante({ id: otherId }), { ingesta: true });
      clock.set(NOW_MS - 5 * DAY_MS);
      const [id = ''] = await accept(store, [comando.crear(), comando.crear()]);
      const foreign = comando.crear(samplePedido(), { restaurante_id: otherId });
      await accept(store, [foreign, foreign], otherId);
      await store.log.prune(RESTAURANTE_ID, NOW_MS, 100);
      assert.deepEqual(await sequences(store), [2]);
      assert.deepEqual(await sequences(store, otherId), [1, 2]);
      assert.notEqual(await store.pedidos.get(RESTAURANTE_ID, id), null);
      assert.equal((await store.pedidos.history(RESTAURANTE_ID, id))?.length, 1);
    });

    test('a pass prunes every restaurant by the configured age', async (store, bench) => {
      const { clock } = bench;
      await fill(bench, [250, 0, 3, 2]);
      const otherId = 'rest_otro';
      await store.cuentas.save(sampleRestaurante({ id: otherId }), { ingesta: true });
      clock.set(NOW_MS - 10 * DAY_MS);
      const foreign = comando.crear(samplePedido(), { restaurante_id: otherId });
      await accept(store, [foreign, foreign, foreign], otherId);
      clock.set(NOW_MS);
      const retention = makeRetention({ store, clock, log: silent, days: 2 });
      assert.equal(await retention.pass(), 252);
      assert.deepEqual(await sequences(store), span(251, 255));
      assert.deepEqual(await sequences(store, otherId), [3]);
      assert.equal(await retention.pass(), 0);
      await retention.stop();
    });

    test('two stores that prune at the same time as others write delete nothing twice or too much', async (store, bench) => {
      const other = await bench.another();
      await fill(bench, [120, 0, 1]);
      let deleted = 0;
      const pruning = [store, other].map(async ({ log }) => {
        for (let step = 0; step < 20; step += 1) {
          const count = await log.prune(RESTAURANTE_ID, NOW_MS - DAY_MS, 10);
          deleted += count;
        }
      });
      const writing = Array.from({ length: 20 }, () => accept(store, [comando.crear()]));
      await Promise.all([...pruning, ...writing]);
      deleted += await store.log.prune(RESTAURANTE_ID, NOW_MS - DAY_MS, 1_000);
      assert.equal(deleted, 120, 'the store that deletes an event counts it');
      assert.deepEqual(await sequences(store), span(121, 141));
    });

    test('events can be read by type up to a sequence', async (store) => {
      const ids = await accept(store, [comando.crear(), comando.crear(), comando.crear()]);
      await accept(
        store,
        ids.map((id) => comando.avanzar(id, 'confirmado')),
      );
      await accept(
        store,
        ids.map((id) => comando.cancelar(id)),
      );
      const read = async (after: number, limit: number, upTo: number, ...tipos: string[]) => {
        const only = { upTo, tipos: TIPOS_EVENTO.filter((tipo) => tipos.includes(tipo)) };
        const events = await store.log.events(RESTAURANTE_ID, after, limit, only);
        return events.map(({ secuencia }) => secuencia);
      };
      assert.deepEqual(
        await read(0, 10, 9, 'pedido.nuevo', 'pedido.cancelado'),
        [1, 2, 3, 7, 8, 9],
      );
      assert.deepEqual(await read(2, 2, 9, 'pedido.nuevo', 'pedido.cancelado'), [3, 7]);
      assert.deepEqual(await read(0, 10, 5, 'pedido.aceptado'), [4, 5]);
      assert.deepEqual(await read(0, 10, 9, 'pedido.rechazado'), []);
    });
  });
};
