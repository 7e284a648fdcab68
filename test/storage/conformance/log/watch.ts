import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Store } from '../../../../src/storage/port/store.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { accept, type Engine, testOn } from '../harness.ts';

const OTHER_ID = 'rest_otro';

/** Collects the notifications of a store. */
export const listen = (store: Store) => {
  const heard: (string | null)[] = [];
  const stop = store.log.watch((id) => heard.push(id));
  return { heard, stop };
};

export const watchConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: watching the log`, () => {
    test('a commit of this process calls watchers with its restaurant, at once or soon after its answer', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER_ID }), { ingesta: true });
      const { heard } = listen(store);
      await accept(store, [comando.crear()]);
      await until(() => heard.includes(RESTAURANTE_ID));
      assert.ok(!heard.includes(OTHER_ID));
      const extra = { restaurante_id: OTHER_ID };
      await accept(store, [comando.crear(samplePedido(), extra)], OTHER_ID);
      await until(() => heard.includes(OTHER_ID));
    });

    test('a commit of many orders calls watchers once', async (store) => {
      const { heard } = listen(store);
      await accept(store, comando.crearVarios(50));
      await until(() => heard.includes(RESTAURANTE_ID));
      assert.equal(heard.filter((id) => id === RESTAURANTE_ID).length, 1);
    });

    test('a commit of another store calls watchers, by name or as "any"', async (store, bench) => {
      const other = await bench.another();
      const { heard } = listen(store);
      for (let round = 0; round < 3; round += 1) {
        heard.length = 0;
        await accept(other, [comando.crear()]);
        await until(() => heard.some((id) => id === null || id === RESTAURANTE_ID));
      }
      assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 3);
    });

    test('events are readable by the time watchers are called', async (store, { another }) => {
      const other = await another();
      let position = 0;
      const reads: Promise<void>[] = [];
      store.log.watch(() => {
        reads.push(
          store.log.events(RESTAURANTE_ID, 0, 100).then((events) => {
            position = Math.max(position, events.at(-1)?.secuencia ?? 0);
          }),
        );
      });
      for (const writer of [store, other, store, other]) {
        await accept(writer, [comando.crear()]);
      }
      await until(() => position === 4);
      await Promise.all(reads);
    });

    test('commands that are refused or change nothing call no watcher', async (store) => {
      const [id = ''] = await accept(store, [comando.crear()]);
      const { heard } = listen(store);
      await store.log.commit(RESTAURANTE_ID, [comando.avanzar('ped_falta', 'listo')]);
      await accept(store, [comando.avanzar(id, 'pendiente')]).catch(() => []);
      assert.ok(!heard.includes(RESTAURANTE_ID));
    });

    test('a watcher that stopped is not called, and the others are', async (store) => {
      const one = listen(store);
      const two = listen(store);
      one.stop();
      one.stop();
      await accept(store, [comando.crear()]);
      await until(() => two.heard.includes(RESTAURANTE_ID));
      assert.deepEqual(one.heard, []);
      const three = listen(store);
      await accept(store, [comando.crear()]);
      await until(() => three.heard.includes(RESTAURANTE_ID));
    });

    test('positions of many logs are read together; unknown restaurants are left out', async (store, bench) => {
      const other = await bench.another();
      await store.cuentas.save(sampleRestaurante({ id: OTHER_ID }), { ingesta: true });
      await accept(other, [comando.crear(), comando.crear()]);
      const ids = [RESTAURANTE_ID, 'rest_nadie', OTHER_ID];
      await until(
        async () => (await store.log.positions(ids)).get(RESTAURANTE_ID)?.secuencia === 2,
      );
      const positions = await store.log.positions(ids);
      assert.deepEqual([...positions.keys()].sort(), [OTHER_ID, RESTAURANTE_ID].sort());
      for (const [id, position] of positions) {
        assert.deepEqual(position, await store.log.position(id));
      }
      assert.equal((await store.log.positions([])).size, 0);
    });
  });
};
