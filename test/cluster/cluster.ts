import assert from 'node:assert/strict';
import { type LlaveInput, makeLlaves } from '../../src/admin/llaves.ts';
import { systemClock } from '../../src/clock.ts';
import { ALCANCES } from '../../src/contract/alcances.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import type { Llave } from '../../src/storage/port/accounts.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { RESTAURANTE_ID } from '../support/samples.ts';
import { type Server, startServer } from '../support/server.ts';
import {
  type AnswerLine,
  type Cleanup,
  INGEST_KEY,
  readAnswers,
  toBody,
  WITH_KEY,
} from '../support/service.ts';

export const PROCESSES = 3;

export interface Cluster {
  /** What runs now, by place; a place keeps its ports when its process is replaced. */
  readonly servers: Server[];
  /** A handle of the test's own on the same database. */
  readonly store: Store;
  /** Sends commands to the process at a place; each must be carried out. */
  command(place: number, ...lines: object[]): Promise<AnswerLine[]>;
  makeLlave(input?: Partial<LlaveInput>): Promise<{ llave: Llave; token: string }>;
  revoke(id: string): Promise<void>;
  /** Starts a process anew where one was. */
  start(place: number): Promise<void>;
}

export interface ClusterOptions {
  databaseUrl: string;
  env?: Record<string, string>;
}

/** Three processes of the real program, started at the same moment on one database. */
export const startCluster = async (
  t: Cleanup,
  { databaseUrl, env = {} }: ClusterOptions,
): Promise<Cluster> => {
  const settings = {
    INGEST_KEY,
    SECRETS_KEY: 'llave-de-pruebas-que-comparten-los-tres-procesos',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DATABASE_URL: databaseUrl,
    ...env,
  };
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, () => startServer(t, { env: settings })),
  );
  const [clock, randomBytes] = [systemClock, makeRandomBytes()];
  const store = await openStore({ databaseUrl, dataDir: '' }, { clock, randomBytes });
  t.after(() => store.close());
  const llaves = makeLlaves({ store, clock, randomBytes, mintId: makeMintId(randomBytes) });

  return {
    servers,
    store,
    async command(place, ...lines) {
      const response = await fetch(`${at(servers, place).privateUrl}/commands`, {
        method: 'POST',
        headers: WITH_KEY,
        body: toBody(lines),
      });
      const answers = readAnswers(await response.text());
      assert.equal(answers.length, lines.length);
      for (const { ok, error } of answers) assert.ok(ok, error ?? '');
      return answers;
    },
    async makeLlave(input = {}) {
      const given = { restauranteId: RESTAURANTE_ID, alcances: ALCANCES, ...input };
      const made = await llaves.create(
        { nombre: 'pruebas', etiqueta: 'live', expiraMs: null, ...given },
        'pruebas',
      );
      if (made.outcome !== 'created') throw new Error(`no key: ${made.outcome}`);
      return made;
    },
    async revoke(id) {
      await llaves.revoke(id, 'pruebas');
    },
    async start(place) {
      const { publicUrl, privateUrl } = at(servers, place);
      const ports = { PORT: new URL(publicUrl).port, PRIVATE_PORT: new URL(privateUrl).port };
      servers[place] = await startServer(t, { env: { ...settings, ...ports } });
    },
  };
};

/** One of several that take turns. */
export const at = <T>(all: readonly T[], place: number): T => {
  const found = all[place % all.length];
  if (found === undefined) throw new Error(`nothing at ${place}`);
  return found;
};
