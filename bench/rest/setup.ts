import type { RestScale } from '../scale.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { type Peer, startPeer } from '../support/peer.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import type { Database } from './data/databases.ts';
import { type KeyBook, makeKeyBook } from './keys.ts';
import { makeQuestions, type Question, type Questions } from './questions.ts';
import type { LoadRequest } from './wrk.ts';

/** A filled database, with requests and keys for it. */
export interface Prepared {
  database: Database;
  keys: KeyBook;
  questions: Questions;
  scale: RestScale;
}

export interface Answer {
  status: number;
  etag: string;
  /** Headers except those that Node writes by itself. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Our server for one measurement, which can start peers beside it. */
export interface Setup extends Prepared {
  server: BenchServer;
  /** Adds keys to questions, so that they can be sent under load. */
  withKeys(questions: readonly Question[]): Promise<LoadRequest[]>;
  /** A single answer that has to be known before the measurement. */
  get(question: Question): Promise<Answer>;
  /** Starts a script of peers/, which stops with the setup. */
  startPeer(file: string, settings: object): Promise<Peer>;
}

export const prepare = async (database: Database, scale: RestScale): Promise<Prepared> => ({
  database,
  keys: makeKeyBook(database.tokens),
  questions: await makeQuestions(database),
  scale,
});

/** Starts a new process for each measurement, so that no figure profits from caches that another has filled. */
export const withSetup = async <T>(
  prepared: Prepared,
  run: (setup: Setup) => Promise<T>,
  { core = SERVER_CORE }: { core?: number | null } = {},
): Promise<T> => {
  const server = await startServer(prepared.database.target, { core });
  const peers: Peer[] = [];
  const withKeys: Setup['withKeys'] = async (questions) => {
    const headers = await prepared.keys.headers(questions.map((each) => each.restauranteId));
    return questions.map(({ path, etag }, i) => ({
      path: `/api${path}`,
      headers: { ...headers[i], ...(etag !== undefined && { 'If-None-Match': etag }) },
    }));
  };
  const setup: Setup = {
    ...prepared,
    server,
    withKeys,
    async get(question) {
      const [asked] = await withKeys([question]);
      return readAnswer(server.publicUrl, asked as LoadRequest);
    },
    async startPeer(file, settings) {
      const peer = await startPeer(new URL(`./peers/${file}`, import.meta.url), settings);
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
  return {
    status,
    etag: response.headers.get('etag') ?? '',
    headers: Object.fromEntries(own),
    body,
  };
};
