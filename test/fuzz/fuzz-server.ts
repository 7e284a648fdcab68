import assert from 'node:assert/strict';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { startServer } from '../support/server.ts';
import {
  type AnswerLine,
  type Cleanup,
  type EngineName,
  INGEST_KEY,
  openTestStore,
  sendCommands,
} from '../support/service.ts';
import { type Credentials, makeCredentials } from './credentials.ts';
import { collectRealValues, type RealValues } from './inputs/real-values.ts';
import { RESTAURANTS, seedRestaurant } from './restaurants.ts';

const DEBUGGER = /^Debugger listening on (ws:\S+)$/m;
const ERROR_LEVEL = 50;

/** The real program in a process of its own, with restaurants whose data is marked. */
export interface FuzzServer {
  engine: EngineName;
  publicUrl: string;
  privateUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  credentials: Credentials;
  realValues: RealValues;
  command(lines: readonly (object | string)[]): Promise<AnswerLine[]>;
  /** Throws when the process has died or has logged an error since the last call. */
  assertHealthy(): Promise<void>;
  /** Null unless the server was started with a debugger. */
  debuggerUrl: string | null;
}

/** `debugged`: with a debugger, which can collect garbage and measure memory. */
export const startFuzzServer = async (
  engine: EngineName,
  t: Cleanup,
  { debugged = false } = {},
): Promise<FuzzServer> => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const receiver = await startReceiver(t);
  const { publicUrl, privateUrl, dataDir, isRunning, output, takeOutput } = await startServer(t, {
    nodeArgs: debugged ? ['--inspect=127.0.0.1:0'] : [],
    env: {
      INGEST_KEY,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      PANEL_REQUESTS_PER_MINUTE: '100000',
      SECRETS_KEY: 'una-clave-de-pruebas-que-es-bien-larga',
      ...(database && { DATABASE_URL: database.url }),
    },
  });
  const databaseUrl = database?.url ?? null;
  const store = await openTestStore({ databaseUrl, dataDir });
  t.after(async () => {
    await store.close();
    await database?.drop();
  });
  const command = (lines: readonly (object | string)[]) => sendCommands(privateUrl, lines);
  for (const restaurant of Object.values(RESTAURANTS)) await seedRestaurant(command, restaurant);
  const randomBytes = makeRandomBytes();
  const mintId = makeMintId(randomBytes);
  const credentials = await makeCredentials({ store, clock: systemClock, randomBytes, mintId });
  const realValues = await collectRealValues(publicUrl, credentials, receiver.ports.http);

  return {
    engine,
    publicUrl,
    privateUrl,
    dataDir,
    databaseUrl,
    credentials,
    realValues,
    command,
    debuggerUrl: DEBUGGER.exec(output())?.[1] ?? null,
    async assertHealthy() {
      assert.ok(isRunning(), `the service has died:\n${output()}`);
      const health = await fetch(`${privateUrl}/health`);
      assert.equal(health.status, 200);
      await health.arrayBuffer();
      const [logged, printed] = splitLog(takeOutput());
      assert.deepEqual(logged.filter(isError), [], 'the service has logged errors');
      assert.doesNotMatch(printed.join('\n'), /^\s+at |unhandled|MaxListeners|Warning:/im);
    },
  };
};

/** Lines of the log, which are JSON, and everything else. */
const splitLog = (output: string): [logged: string[], printed: string[]] => {
  const { true: logged = [], false: printed = [] } = Object.groupBy(output.split('\n'), (line) =>
    String(line.startsWith('{')),
  );
  return [logged, printed];
};

/** A line at either end may be cut off. */
const isError = (line: string): boolean => {
  try {
    return Number(JSON.parse(line).level) >= ERROR_LEVEL;
  } catch {
    return false;
  }
};
