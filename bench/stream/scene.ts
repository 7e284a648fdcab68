import { peersProblem } from '../support/install.ts';
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

/** Who streams in a figure. */
export interface Lineup {
  ours: Ours;
  /** Ours first, then the peers that there are. */
  all: [Ours, ...Contender[]];
  /** Why others are not there. */
  missing: ReadonlyMap<string, string>;
}

const startPeer = async (name: PeerName): Promise<Contender> => {
  if (name === 'nchan') return startNchan(eventTemplate());
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  return startNodePeer(name, eventTemplate());
};

/** All of them are gone afterwards. A peer that cannot be started is missing, and no more than that. */
export const withContenders = async <T>(
  { databaseUrl, profileDir }: Scene,
  title: string,
  options: OursOptions,
  peers: readonly PeerName[],
  act: (lineup: Lineup) => Promise<T>,
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
  const missing = new Map<string, string>();
  try {
    for (const name of peers) {
      try {
        started.push(await startPeer(name));
      } catch (error) {
        missing.set(name, error instanceof Error ? error.message : String(error));
      }
    }
    return await act({ ours, all: [ours, ...started], missing });
  } finally {
    for (const each of [...started, ours]) await each.stop();
  }
};

/** The results of a lineup by name; a peer that is missing has none. */
export const byName = <T>({ all }: Lineup, results: readonly T[]): Map<string, T> =>
  new Map(all.flatMap(({ name }, i) => (results[i] === undefined ? [] : [[name, results[i]]])));
