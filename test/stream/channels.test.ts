import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StoredEvent } from '../../src/storage/port/log.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeChannels } from '../../src/stream/channels.ts';
import { accept } from '../storage/conformance/harness.ts';
import { column, upTo } from '../support/columns.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { openSampleStore } from '../support/postgres/store.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { until } from '../support/until.ts';

/** A channel of the sample restaurant, in the first of two processes. */
interface Scene {
  store: Store;
  other: Store;
  /** The events that the channel passed on, and the number of its reads of the log. */
  received: StoredEvent[];
  reads(): number;
}

const withChannel = async (act: (scene: Scene) => Promise<void>): Promise<void> => {
  await using database = await createMigratedDatabase();
  const [store, other] = [await openSampleStore(database.url), await openSampleStore(database.url)];
  const received: StoredEvent[] = [];
  let reads = 0;
  const channels = makeChannels({
    log: {
      ...store.log,
      events(...asked) {
        reads += 1;
        return store.log.events(...asked);
      },
    },
    onEvents: (_, events) => received.push(...events),
    onBroken: () => assert.fail('the log is the same'),
    onFailed: (error) => assert.fail(String(error)),
  });
  const { channel, release } = await channels.acquire(RESTAURANTE_ID);
  try {
    await channel.follow();
    const before = reads;
    await act({ store, other, received, reads: () => reads - before });
  } finally {
    release();
    // A store finishes the queries that it has begun before it closes its connections.
    await Promise.all([store.close(), other.close()]);
  }
};

describe('a channel on PostgreSQL', () => {
  test('passes on the commits of its own process without reading them again', () =>
    withChannel(async ({ store, received, reads }) => {
      for (let n = 1; n <= 3; n += 1) {
        await accept(store, [comando.crear()]);
        assert.equal(received.length, n);
      }
      assert.equal(reads(), 0);
      const stored = await store.log.events(RESTAURANTE_ID, 0, 10);
      const plain = (events: readonly StoredEvent[]) =>
        events.map(({ secuencia, id, tipo, creadoMs, body }) => ({
          secuencia,
          id,
          tipo,
          creadoMs,
          body: Buffer.from(body).toString(),
        }));
      assert.deepEqual(plain(received), plain(stored));
    }));

  test('passes on the commits of two processes once each and in order', () =>
    withChannel(async ({ store, other, received, reads }) => {
      const each = 40;
      const produce = async (by: Store) => {
        for (let n = 0; n < each; n += 1) await accept(by, [comando.crear()]);
      };
      await Promise.all([produce(store), produce(other)]);
      await until(() => received.length >= 2 * each);
      assert.deepEqual(column(received, 'secuencia'), upTo(2 * each));
      assert.ok(reads() > 0);
    }));
});
