import assert from 'node:assert/strict';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { until } from '../support/until.ts';
import type { Follower } from './follower.ts';
import type { Acknowledged } from './load.ts';
import type { ClusterReceiver } from './receiver.ts';

export interface Aftermath {
  store: Store;
  restauranteId: string;
  acknowledged: ReadonlyMap<string, Acknowledged>;
  followers: readonly Follower[];
  receiver: ClusterReceiver;
  hooks: number;
}

/** The ids of all events, which have no gap. */
const logIds = async (store: Store, restauranteId: string): Promise<string[]> => {
  const events = await store.log.events(restauranteId, 0, 100_000);
  assert.deepEqual(
    events.map(({ secuencia }) => secuencia),
    events.map((_, i) => i + 1),
  );
  return events.map(({ id }) => id);
};

/**
 * All that was acknowledged is in the log once and in its order; every stream has heard the log once
 * and in order; every webhook has got all of it. How often a delivery was repeated is given back.
 */
export const assertNothingLost = async ({
  store,
  restauranteId,
  acknowledged,
  followers,
  receiver,
  hooks,
}: Aftermath): Promise<{ events: number; repeated: number }> => {
  const ids = await logIds(store, restauranteId);
  assert.equal(new Set(ids).size, ids.length);
  // Each command was repeated until it was acknowledged, with a key: as many events as answers.
  assert.deepEqual([...acknowledged.keys()].sort(), ids.toSorted());
  const last = new Map<string, string>();
  for (const { pedidoId, estado } of acknowledged.values()) last.set(pedidoId, estado);
  for (const [pedidoId, estado] of last) {
    const body = (await store.pedidos.get(restauranteId, pedidoId))?.body;
    assert.ok(body, pedidoId);
    assert.equal((JSON.parse(Buffer.from(body).toString()) as Pedido).estado, estado);
  }
  for (const follower of followers) {
    await until(() => follower.ids().length >= ids.length);
    assert.deepEqual(await follower.end(), ids);
  }
  const delivered = () => new Set(receiver.arrivals.map(({ hook, id }) => `${hook} ${id}`));
  await until(() => delivered().size >= ids.length * hooks);
  assert.equal(delivered().size, ids.length * hooks);
  assert.deepEqual(receiver.twice, []);
  return { events: ids.length, repeated: receiver.arrivals.length - ids.length * hooks };
};
