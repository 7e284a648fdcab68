import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_CORE } from '../support/cores.ts';
import { removeFolder, startServer, tempFolder } from '../support/server.ts';
import { type Client, makeClient } from './client.ts';
import type { Dataset } from './dataset.ts';
import type { KeyBook } from './keys.ts';
import type { LoadRequest, Target } from './load.ts';
import { type Peer, startPeer } from './peers/start.ts';

export interface RestOptions {
  /** How long each of the interleaved runs lasts, about. */
  seconds: number;
  /** Where processor profiles of our server go, one for each figure. */
  profileDir: string | null;
}

/** A question to our API: whose, and what. */
export interface Question {
  restauranteId: string;
  path: string;
  etag?: string;
}

/** Our server with data and keys, for one figure. */
export interface Scene {
  dataset: Dataset;
  seconds: number;
  ours: Target;
  client: Client;
  /** Questions with keys: ready to be sent. */
  ask(questions: readonly Question[]): Promise<LoadRequest[]>;
  /** A bare server that is gone when the scene is. */
  bare(body: Uint8Array, status?: number): Promise<Peer>;
  /** Any other server; gone when the scene is. */
  peer(start: Promise<Peer>): Promise<Peer>;
}

/** A new server process for each figure, so that none lives from what another left in its caches. */
export const onScene = async <T>(
  name: string,
  dataset: Dataset,
  keys: KeyBook,
  { seconds, profileDir }: RestOptions,
  act: (scene: Scene) => Promise<T>,
): Promise<T> => {
  const folder = tempFolder();
  const profile = `${dataset.place.engine}-${name}.cpuprofile`;
  const nodeArguments =
    profileDir === null
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${profile}`];
  const server = await startServer(dataset.place, { nodeArguments, core: SERVER_CORE });
  const client = makeClient(server.publicUrl);
  const peers: Peer[] = [];
  const peer: Scene['peer'] = async (starting) => {
    const started = await starting;
    peers.push(started);
    return started;
  };
  try {
    return await act({
      dataset,
      seconds,
      client,
      ours: { url: server.publicUrl, pid: server.pid },
      peer,
      async ask(questions) {
        const headers = await keys.headers(questions.map((each) => each.restauranteId));
        return questions.map(({ path, etag }, i) => ({
          path: `/api${path}`,
          headers: { ...headers[i], ...(etag !== undefined && { 'If-None-Match': etag }) },
        }));
      },
      bare(body, status = 200) {
        const file = join(folder, `body-${peers.length}`);
        writeFileSync(file, body);
        return peer(startPeer('./bare.ts', { file, status }));
      },
    });
  } finally {
    client.close();
    for (const each of peers) await each.stop();
    await server.stop();
    removeFolder(folder);
  }
};
