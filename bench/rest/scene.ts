import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_CORE } from '../support/cores.ts';
import { type BenchServer, removeFolder, startServer, tempFolder } from '../support/server.ts';
import { type Client, type Fetched, makeClient } from './client.ts';
import type { Dataset } from './data.ts';
import { type KeyBook, makeKeyBook } from './keys.ts';
import type { LoadRequest, Target } from './load.ts';
import { type Peer, startPeer } from './peers/start.ts';
import type { Question } from './questions.ts';
import type { RestScale } from './scale.ts';
import { makeSurvey, type Survey } from './survey.ts';

/** Our server, and keys to ask it with. */
export interface Service {
  server: BenchServer;
  client: Client;
  /** Questions with keys: ready to be sent. */
  ask(questions: readonly Question[]): Promise<LoadRequest[]>;
}

/** What all figures of an engine have in common. */
export interface Stage {
  dataset: Dataset;
  keys: KeyBook;
  survey: Survey;
  scale: RestScale;
}

/** One figure's server, with others beside it. */
export interface Scene extends Stage, Service {
  ours: Target;
  /** A bare server that gives this answer to everybody. */
  bare(answer: Fetched): Promise<Peer>;
  /** Any other server. Both are gone when the scene is. */
  peer(file: string, settings: Readonly<Record<string, unknown>>): Promise<Peer>;
}

export const openStage = async (dataset: Dataset, scale: RestScale): Promise<Stage> => ({
  dataset,
  keys: makeKeyBook(dataset.tokens),
  survey: await makeSurvey(dataset),
  scale,
});

/** A new process each time, so that no figure lives from what another left in its caches. */
export const withService = async <T>(
  { place }: Dataset,
  keys: KeyBook,
  nodeArguments: string[],
  act: (service: Service) => Promise<T>,
): Promise<T> => {
  const server = await startServer(place, { nodeArguments, core: SERVER_CORE });
  const client = makeClient(server.publicUrl);
  const ask: Service['ask'] = async (questions) => {
    const headers = await keys.headers(questions.map((each) => each.restauranteId));
    return questions.map(({ path, etag }, i) => ({
      path: `/api${path}`,
      headers: { ...headers[i], ...(etag !== undefined && { 'If-None-Match': etag }) },
    }));
  };
  try {
    return await act({ server, client, ask });
  } finally {
    client.close();
    await server.stop();
  }
};

export const withScene = async <T>(
  stage: Stage,
  nodeArguments: string[],
  act: (scene: Scene) => Promise<T>,
): Promise<T> => {
  const folder = tempFolder();
  const peers: Peer[] = [];
  const peer: Scene['peer'] = async (file, settings) => {
    const started = await startPeer(file, settings);
    peers.push(started);
    return started;
  };
  const bare: Scene['bare'] = ({ status, headers, body }) => {
    const file = join(folder, String(peers.length));
    writeFileSync(file, body);
    return peer('./bare.ts', { file, status, headers });
  };
  try {
    return await withService(stage.dataset, stage.keys, nodeArguments, (service) => {
      const { publicUrl: url, pid } = service.server;
      return act({ ...stage, ...service, ours: { url, pid }, peer, bare });
    });
  } finally {
    for (const each of peers) await each.stop();
    removeFolder(folder);
  }
};
