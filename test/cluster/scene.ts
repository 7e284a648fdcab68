import { makeClient } from '../http/public/client.ts';
import { create } from '../http/public/webhooks/hooks.ts';
import type { Ending } from '../http/service.ts';
import { until } from '../http/wire.ts';
import { comando } from '../support/samples.ts';
import { assertNothingLost } from './aftermath.ts';
import { makeBalancer } from './balancer.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { type Follower, follow } from './follower.ts';
import { type Load, startLoad } from './load.ts';
import { startReceiver } from './receiver.ts';

const HOOKS = 2;
/** 60 requests a minute each: more than are asked for. */
const KEYS = 40;

export interface Scene {
  cluster: Cluster;
  load: Load;
  followers: Follower[];
  /** Ends the load and holds what is left to what was promised. */
  settle(): Promise<{ events: number; repeated: number }>;
}

/** Three processes under load: orders flow, streams are open and webhooks go out. */
export const openScene = async (t: Ending, options: ClusterOptions): Promise<Scene> => {
  const cluster = await startCluster(t, options);
  const publicUrls = () => cluster.servers.map(({ publicUrl }) => publicUrl);
  const privateUrls = () => cluster.servers.map(({ privateUrl }) => privateUrl);
  await cluster.command(0, comando.guardarRestaurante());
  const receiver = await startReceiver(t);
  const tokens: string[] = [];
  for (let i = 0; i < KEYS; i += 1) tokens.push((await cluster.makeLlave()).token);
  const [token = ''] = tokens;
  for (let i = 0; i < HOOKS; i += 1) {
    await create(makeClient(publicUrls()[i] ?? ''), token, { url: `${receiver.url}/${i}` });
  }
  const followers = cluster.servers.map((_, place) => follow(publicUrls, token, place));
  await until(() => followers.every((each) => each.isOpen()));
  const load = startLoad({
    commands: makeBalancer(t, privateUrls),
    api: makeBalancer(t, publicUrls),
    ...{ tokens: tokens.slice(1), producers: 3, readers: 2 },
  });
  return {
    ...{ cluster, load, followers },
    async settle() {
      await load.end();
      const { store } = cluster;
      const { acknowledged } = load;
      return assertNothingLost({ store, acknowledged, followers, receiver, hooks: HOOKS });
    },
  };
};
