import { makeClient } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import type { Cleanup } from '../support/service.ts';
import { until } from '../support/until.ts';
import { assertNothingLost } from './aftermath.ts';
import { makeBalancer } from './balancer.ts';
import type { Cluster } from './cluster.ts';
import { type Follower, follow } from './follower.ts';
import { type Load, startLoad } from './load.ts';
import { startReceiver } from './receiver.ts';

const HOOKS = 2;
/** 60 requests a minute each: more than are asked for. */
const KEYS = 40;
/** Of its own: whatever happened on the cluster before is none of its business. */
const RESTAURANTE_ID = 'rest_escena';

export interface Scene {
  load: Load;
  followers: Follower[];
  /** Resolves when so many more commands have been acknowledged. */
  flow(events: number): Promise<void>;
  /** Ends the load and holds what is left to what was promised. */
  settle(): Promise<{ events: number; repeated: number }>;
}

/** Puts three processes under load: orders flow, streams are open and webhooks go out. */
export const openScene = async (t: Cleanup, cluster: Cluster): Promise<Scene> => {
  const publicUrls = () => cluster.servers.map(({ publicUrl }) => publicUrl);
  const privateUrls = () => cluster.servers.map(({ privateUrl }) => privateUrl);
  const restaurante = sampleRestaurante({ id: RESTAURANTE_ID, slug: 'escena' });
  await cluster.command(0, comando.guardarRestaurante(restaurante));
  const receiver = await startReceiver(t);
  const makeToken = async () => (await cluster.makeLlave({ restauranteId: RESTAURANTE_ID })).token;
  const tokens = await Promise.all(Array.from({ length: KEYS }, makeToken));
  const [token = ''] = tokens;
  for (let i = 0; i < HOOKS; i += 1) {
    await create(makeClient(publicUrls()[i] ?? ''), token, { url: `${receiver.url}/${i}` });
  }
  const followers = cluster.servers.map((_, place) => follow(publicUrls, token, place));
  await until(() => followers.every((each) => each.isOpen()));
  const load = startLoad({
    restauranteId: RESTAURANTE_ID,
    commands: makeBalancer(t, privateUrls),
    api: makeBalancer(t, publicUrls),
    ...{ tokens: tokens.slice(1), producers: 3, readers: 2 },
  });
  return {
    ...{ load, followers },
    async flow(events) {
      const upTo = load.acknowledged.size + events;
      await until(() => load.acknowledged.size >= upTo);
    },
    async settle() {
      await load.end();
      const { store } = cluster;
      const left = { store, restauranteId: RESTAURANTE_ID, acknowledged: load.acknowledged };
      return assertNothingLost({ ...left, followers, receiver, hooks: HOOKS });
    },
  };
};
