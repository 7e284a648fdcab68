import type { Contender } from './contender.ts';
import { type Ours, type OursOptions, startOurs } from './ours.ts';
import { startNchan } from './peers/nchan.ts';
import { startNodePeer } from './peers/node-server.ts';
import type { StreamScale } from './scale.ts';
import { eventTemplate } from './template.ts';

/** What all figures have in common. */
export interface Scene {
  scale: StreamScale;
  /** Given: PostgreSQL instead of SQLite. */
  databaseUrl: string | null;
  /** Where processor profiles of our server go. */
  profileDir: string | null;
}

export type PeerName = 'nchan' | 'better-sse' | 'fastify-sse';

const startPeer = (name: PeerName): Promise<Contender> =>
  name === 'nchan' ? startNchan(eventTemplate()) : startNodePeer(name, eventTemplate());

/** Ours first, then the peers; all gone afterwards. */
export const withContenders = async <T>(
  { databaseUrl, profileDir }: Scene,
  title: string,
  options: OursOptions,
  peers: readonly PeerName[],
  act: (contenders: [Ours, ...Contender[]]) => Promise<T>,
): Promise<T> => {
  const nodeArguments =
    profileDir === null
      ? []
      : [
          `--cpu-prof`,
          `--cpu-prof-dir=${profileDir}`,
          `--cpu-prof-name=stream-${title}.cpuprofile`,
        ];
  const ours = await startOurs({
    ...options,
    nodeArguments,
    ...(databaseUrl !== null && { databaseUrl }),
  });
  const started: Contender[] = [];
  try {
    for (const name of peers) started.push(await startPeer(name));
    return await act([ours, ...started]);
  } finally {
    for (const each of [...started, ours]) await each.stop();
  }
};
