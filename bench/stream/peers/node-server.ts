import { startPeer } from '../../rest/peers/start.ts';
import { type Contender, getRequest } from '../contender.ts';
import { RESTAURANT_MARK } from '../crowd/protocol.ts';

/** A peer on Node: one of the scripts of this folder. */
export const startNodePeer = async (name: string, template: string): Promise<Contender> => {
  const peer = await startPeer(`../../stream/peers/${name}.ts`, {});
  const port = Number(new URL(peer.url).port);
  return {
    name,
    pid: peer.pid,
    port,
    listen: (restaurant) => getRequest(`/sub/rest_bench_${restaurant}`),
    publishing: {
      port,
      kind: 'posts',
      path: `/pub/${RESTAURANT_MARK}`,
      headers: { 'Content-Type': 'text/plain' },
      template,
    },
    stop: peer.stop,
  };
};
