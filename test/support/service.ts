import { setImmediate as nextTurn } from 'node:timers/promises';
import { type LlaveInput, makeLlaves } from '../../src/admin/llaves.ts';
import { type App, startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { ALCANCES } from '../../src/contract/alcances.ts';
import type { CodigoRechazo } from '../../src/contract/errores.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { openStore } from '../../src/storage/open.ts';
import type { Llave } from '../../src/storage/port/accounts.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeMigratedFolder } from './machine/migrated-folder.ts';
import { citusNodes } from './postgres/citus.ts';
import { createMigratedDatabase } from './postgres/databases.ts';
import { RESTAURANTE_ID } from './samples.ts';

export const INGEST_KEY = 'clave-de-pruebas-bien-larga';
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const WITH_KEY = bearer(INGEST_KEY);

/** One answer line of the private door. */
export interface AnswerLine {
  linea: number;
  ok: boolean;
  pedido_id?: string;
  evento_id?: string | null;
  restaurante_id?: string;
  pedidos?: number;
  codigo?: CodigoRechazo;
  error?: string;
  ruta?: string;
}

/** The changes to keys that an operator makes on the command line. */
export interface KeyOperator {
  /** With every scope, unless told otherwise. */
  makeLlave(input?: Partial<LlaveInput>): Promise<{ llave: Llave; token: string }>;
  revoke(id: string): Promise<void>;
  /** Gives a key a successor; the old one stays valid for `graceMs`. */
  rotate(id: string, graceMs: number): Promise<{ llave: Llave; token: string }>;
}

export interface Service extends App, KeyOperator {
  /** PostgreSQL; null: SQLite. */
  databaseUrl: string | null;
  /** A second handle on the same database, as another process would have. */
  store: Store;
  /** Sends commands (objects) or raw lines (strings), and gives the answer of each. */
  command(...lines: (object | string)[]): Promise<AnswerLine[]>;
}

/** Registers clean-up for the end: a test's context, or `node:test` for a whole file. */
export interface Cleanup {
  after(fn: () => Promise<void>): void;
}

interface ServiceOptions {
  /** PostgreSQL; by default SQLite in a folder of its own. */
  databaseUrl?: string;
  env?: Record<string, string>;
}

/** The whole service on sockets and files of its own, gone at the end. */
export const startService = async (
  t: Cleanup,
  { databaseUrl, env = {} }: ServiceOptions = {},
): Promise<Service> => {
  const dataDir = makeMigratedFolder();
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    INGEST_KEY,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...env,
  });
  const app = await startApp({ ...config, port: 0, privatePort: 0 });
  const store = await openTestStore(config);
  t.after(async () => {
    await app.stop();
    await store.close();
  });
  return {
    ...app,
    ...makeKeyOperator(store),
    databaseUrl: config.databaseUrl,
    store,
    command: (...lines) => sendCommands(app.privateUrl, lines),
  };
};

/** A handle of the test's own on a database. */
export const openTestStore = (at: Parameters<typeof openStore>[0]): Promise<Store> =>
  openStore(at, { clock: systemClock, randomBytes: makeRandomBytes() });

/** Sends commands to a private listener, and gives the answer of each. */
export const sendCommands = async (
  privateUrl: string,
  lines: readonly (object | string)[],
): Promise<AnswerLine[]> => {
  const response = await fetch(`${privateUrl}/commands`, {
    method: 'POST',
    headers: WITH_KEY,
    body: toBody(lines),
  });
  return readAnswers(await response.text());
};

/** The metrics of a service, as text. */
export const readMetrics = async ({ privateUrl }: Pick<App, 'privateUrl'>): Promise<string> =>
  (await fetch(`${privateUrl}/metrics`, { headers: WITH_KEY })).text();

/** One of these metrics, by its name with its labels. */
export const readMetric = async (from: Pick<App, 'privateUrl'>, name: string): Promise<number> => {
  const lines = (await readMetrics(from)).split('\n');
  const line = lines.find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.slice(name.length));
};

/**
 * Changes keys as the command line does. The service reads at most once in a turn of the event loop, and the test
 * shares that loop: a write becomes visible in the next turn.
 */
export const makeKeyOperator = (store: Store): KeyOperator => {
  const randomBytes = makeRandomBytes();
  const mintId = makeMintId(randomBytes);
  const llaves = makeLlaves(
    { store, clock: systemClock, randomBytes, mintId },
    Number.MAX_SAFE_INTEGER,
  );
  return {
    async makeLlave(input = {}) {
      const made = await llaves.create(
        {
          restauranteId: RESTAURANTE_ID,
          nombre: 'pruebas',
          etiqueta: 'live',
          alcances: ALCANCES,
          expiraMs: null,
          ...input,
        },
        'pruebas',
      );
      if (made.outcome !== 'created') throw new Error(`no key: ${made.outcome}`);
      await nextTurn();
      return made;
    },
    async revoke(id) {
      await llaves.revoke(id, 'pruebas');
      await nextTurn();
    },
    async rotate(id, graceMs) {
      const rotated = await llaves.rotate({ id, graceMs }, 'pruebas');
      if (rotated.outcome !== 'rotated') throw new Error(`not rotated: ${rotated.outcome}`);
      await nextTurn();
      return rotated;
    },
  };
};

export type EngineName = 'SQLite' | 'PostgreSQL';
/** A run on a cluster is about PostgreSQL alone. */
export const ENGINES: readonly EngineName[] =
  citusNodes() === null ? ['SQLite', 'PostgreSQL'] : ['PostgreSQL'];

/** The whole service on a database of its own, of either engine. */
export const startServiceOn = async (
  engine: EngineName,
  t: Cleanup,
  env: Record<string, string> = {},
): Promise<Service> => {
  if (engine === 'SQLite') return startService(t, { env });
  const database = await createMigratedDatabase();
  const service = await startService(t, { databaseUrl: database.url, env });
  // Hooks run in order, so this drops the database after the service has closed its connections.
  t.after(() => database.drop());
  return service;
};

/** Two processes of the service on one PostgreSQL of their own. */
export const startTwoProcesses = async (
  t: Cleanup,
  [env, otherEnv]: readonly [Record<string, string>, Record<string, string>] = [{}, {}],
): Promise<[Service, Service]> => {
  const database = await createMigratedDatabase();
  const start = (own: Record<string, string>) =>
    startService(t, { databaseUrl: database.url, env: own });
  const processes: [Service, Service] = [await start(env), await start(otherEnv)];
  // Hooks run in order, so this drops the database after both have closed their connections.
  t.after(() => database.drop());
  return processes;
};

export const toBody = (lines: readonly (object | string)[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

export const readAnswers = (text: string): AnswerLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
