import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../../../src/storage/port/store.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
  seededRandomBytes,
} from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { codes, type Engine, makeSetClock } from '../harness.ts';

/** A store that counts the commands of each of its transactions. */
const openCounted = async (engine: Engine) => {
  const database = await engine.create();
  const transactions: number[] = [];
  const waits: string[] = [];
  let failed = 0;
  let notified = 0;
  const store = await database.open({
    clock: makeSetClock(),
    randomBytes: seededRandomBytes(1),
    transactions: {
      waited(forWhat, seconds) {
        assert.ok(seconds >= 0);
        waits.push(forWhat);
      },
      notified(seconds) {
        assert.ok(seconds >= 0);
        notified += 1;
      },
      committed(commands, seconds) {
        assert.ok(seconds >= 0);
        transactions.push(commands);
      },
      failed() {
        failed += 1;
      },
    },
  });
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  // On a cluster, the first commit would wait until the store knows the restaurant's node.
  await store.log.position(RESTAURANTE_ID);
  return {
    store,
    transactions,
    waits,
    failed: () => failed,
    notified: () => notified,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database.drop();
    },
  };
};

const create = (store: Store, id: number, bytes?: number) =>
  store.log.commit(RESTAURANTE_ID, [comando.crear(samplePedido({ id: `ped_${id}` }))], bytes);

export const groupCommitConformance = (engine: Engine): void => {
  describe(`${engine.name}: group commit`, () => {
    test('commands that come together share a transaction, and each gets its own answer', async () => {
      await using bench = await openCounted(engine);
      const { store, transactions } = bench;
      const answers = await Promise.all([
        create(store, 1),
        create(store, 1),
        store.log.commit(RESTAURANTE_ID, [
          comando.avanzar('ped_1', 'confirmado'),
          comando.avanzar('ped_falta', 'listo'),
        ]),
        create(store, 2),
      ]);
      assert.deepEqual(answers.map(codes), [
        ['ok'],
        ['conflicto'],
        ['ok', 'no_encontrado'],
        ['ok'],
      ]);
      assert.deepEqual(transactions, [5]);
    });

    test('commands that come while a transaction is under way share the next', async () => {
      await using bench = await openCounted(engine);
      const { store, transactions } = bench;
      const first = create(store, 0);
      await nextTurn();
      const rest = Array.from({ length: 40 }, (_, i) => create(store, i + 1));
      await Promise.all([first, ...rest]);
      assert.deepEqual(transactions, [1, 40]);
      assert.equal(bench.waits.filter((each) => each === 'turn').length, 2);
      const isRemote = store.engine === 'postgres';
      assert.equal(bench.waits.filter((each) => each === 'connection').length, isRemote ? 2 : 0);
      if (isRemote) await until(() => bench.notified() > 0);
    });

    test('a steady flow of commands shares transactions where nothing is read during one', async () => {
      await using bench = await openCounted(engine);
      const { store, transactions } = bench;
      const answered: Promise<unknown>[] = [];
      for (const turn of [0, 1, 2]) {
        for (let i = 0; i < 40; i += 1) answered.push(create(store, turn * 40 + i));
        await nextTurn();
      }
      await Promise.all(answered);
      assert.deepEqual(transactions, store.engine === 'sqlite' ? [120] : [40, 80]);
    });

    test('a transaction is bounded by commands and by bytes', async () => {
      await using bench = await openCounted(engine);
      const { store, transactions } = bench;
      await Promise.all(Array.from({ length: 1_200 }, (_, i) => create(store, i)));
      assert.deepEqual(transactions, [500, 500, 200]);
      await Promise.all([1, 2, 3].map((i) => create(store, 2_000 + i, 600_000)));
      assert.deepEqual(transactions.slice(3), [1, 1, 1]);
    });

    test('a command that cannot be stored harms none that share its transaction', async () => {
      await using bench = await openCounted(engine);
      const { store, failed } = bench;
      const broken = { ...comando.crear(), pedido: null } as unknown as ReturnType<
        typeof comando.crear
      >;
      const [before, bad, after] = await Promise.allSettled([
        create(store, 1),
        store.log.commit(RESTAURANTE_ID, [broken]),
        create(store, 2),
      ]);
      assert.deepEqual(
        [before.status, bad.status, after.status],
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 2);
      assert.equal(failed(), 2);
    });
  });
};
