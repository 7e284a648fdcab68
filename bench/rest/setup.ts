import type { Scale } from '../scale.ts';
import { type Peer, startPeer } from '../support/processes.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import type { Database } from './data/database.ts';
import type { Question } from './questions.ts';
import type { LoadRequest } from './wrk.ts';

interface Answer {
  status: number;
  etag: string;
  /** Headers except those that Node writes by itself. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Our server on a filled database for one measurement, which can start peers beside it. */
export interface Setup {
  database: Database;
  scale: Scale;
  server: BenchServer;
  /** Adds keys to questions, so that they can be sent under load. */
  withKeys(questions: readonly Question[]): Promise<LoadRequest[]>;
  /** A single answer that has to be known before the measurement. */
  get(question: Question): Promise<Answer>;
  /** Starts a script that listens, which stops with the setup. */
  startPeer(file: URL, settings: object): Promise<Peer>;
}

/** Starts a new process for each measurement, so that no figure profits from caches that another has filled. */
export const withSetup = async <T>(
  database: Database,
  scale: Scale,
  run: (setup: Setup) => Promise<T>,
  core: number | null,
): Promise<T> => {
  const server = await startServer(database.target, { core });
  const peers: Peer[] = [];
  const withKey = async ({ restauranteId, path, etag }: Question): Promise<LoadRequest> => {
    const key = await database.keys(restauranteId);
    const headers = etag === undefined ? key : { ...key, 'If-None-Match': etag };
    return { path: `/api${path}`, headers };
  };
  const setup: Setup = {
    database,
    scale,
    server,
    withKeys: (questions) => Array.fromAsync(questions, withKey),
    get: async (question) => readAnswer(server.publicUrl, await withKey(question)),
    async startPeer(file, settings) {
      const peer = await startPeer(file, settings);
      peers.push(peer);
      return peer;
    },
  };
  try {
    return await run(setup);
  } finally {
    for (const peer of peers) await peer.stop();
    await server.stop();
  }
};

const readAnswer = async (origin: string, { path, headers }: LoadRequest): Promise<Answer> => {
  const response = await fetch(origin + path, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const { status } = response;
  const body = Buffer.from(await response.arrayBuffer());
  if (status !== 200 && status !== 304) throw new Error(`${path}: ${status} ${body}`);
  const own = [...response.headers].filter(
    ([name]) => !/^(date|connection|keep-alive)$/.test(name),
  );
  const etag = response.headers.get('etag') ?? '';
  return { status, etag, headers: Object.fromEntries(own), body };
};
