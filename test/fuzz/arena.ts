import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/clock.ts';
import { loadConfig } from '../../src/config/config.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import { installComanda, said } from '../cli/comanda.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import type { EngineName } from '../support/service.ts';
import { INGEST_KEY, readAnswers, toBody, WITH_KEY } from '../support/service.ts';
import { type Callers, makeCallers } from './callers.ts';
import { furnish, HOUSES } from './houses.ts';
import { type Loot, plunder } from './loot.ts';

const READY = /^ {2}Public +(\S+)\/api$[\s\S]*?^ {2}Private +(\S+)\/commands$/m;
const DEBUGGER = /^Debugger listening on (ws:\S+)$/m;
const ERROR_LEVEL = 50;
/** So much of the log is kept to find what came after what. */
const LOG_CHARS_MAX = 1_000_000;

/** Where to leave what is to be done at the end, in the order of coming. */
export interface Cleanup {
  after(fn: () => unknown): void;
}

/** The real program in a process of its own, with houses whose data is marked. */
export interface Arena {
  engine: EngineName;
  publicUrl: string;
  privateUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** What the private door wants to be shown. */
  ingestAuthorization: string;
  callers: Callers;
  loot: Loot;
  /** Sends command lines as they are; gives the answers. */
  command(lines: readonly (object | string)[]): Promise<ReturnType<typeof readAnswers>>;
  /** Throws when the process has died or has logged an error since this was last asked. */
  assertWell(): Promise<void>;
  /** Address of the debugger, for those who asked for one. */
  debuggerUrl: string | null;
}

/** `debugged`: with a door through which garbage can be collected and memory be measured. */
export const openArena = async (
  engine: EngineName,
  ending: Cleanup,
  { debugged = false } = {},
): Promise<Arena> => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const { start, dataDir } = installComanda(ending as never);
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const settings = {
    ...{ INGEST_KEY, PORT: '0', PRIVATE_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    SECRETS_KEY: 'una-clave-de-pruebas-que-es-bien-larga',
    ...(database && { DATABASE_URL: database.url }),
  };
  const env = { ...settings, ...(debugged && { NODE_OPTIONS: '--inspect=127.0.0.1:0' }) };
  const running = start(['serve', '--no-demo'], { env });
  let log = '';
  running.child.stdout.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('utf8')).slice(-LOG_CHARS_MAX);
  });
  let complaints = '';
  running.child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-LOG_CHARS_MAX);
  });
  const [, publicUrl = '', privateUrl = ''] = await said(running, 'stderr', READY);

  const randomBytes = makeRandomBytes();
  const clock = systemClock;
  const store = await openStore(loadConfig(settings), { clock, randomBytes });
  const command = async (lines: readonly (object | string)[]) => {
    const asked = { method: 'POST', headers: WITH_KEY, body: toBody(lines) };
    return readAnswers(await (await fetch(`${privateUrl}/commands`, asked)).text());
  };
  const { port } = receiver.address() as AddressInfo;
  for (const house of Object.values(HOUSES)) await furnish(command, house);
  const callers = await makeCallers({ store, clock, randomBytes, mintId: makeMintId(randomBytes) });
  const loot = await plunder(publicUrl, callers, port);

  ending.after(async () => {
    const closed = once(running.child, 'close');
    if (running.child.exitCode === null && running.child.kill('SIGTERM')) await closed;
    await store.close();
    receiver.close();
    receiver.closeAllConnections();
    await database?.drop();
  });

  return {
    ...{ engine, publicUrl, privateUrl, dataDir, callers, loot, command },
    ingestAuthorization: WITH_KEY.authorization,
    databaseUrl: database?.url ?? null,
    debuggerUrl: DEBUGGER.exec(complaints)?.[1] ?? null,
    async assertWell() {
      const { exitCode, signalCode } = running.child;
      assert.equal(exitCode ?? signalCode, null, `the service has died:\n${complaints}`);
      const health = await fetch(`${privateUrl}/health`);
      assert.equal(health.status, 200);
      await health.arrayBuffer();
      const errors = log.split('\n').filter(isError);
      log = '';
      assert.deepEqual(errors, [], 'the service has logged errors');
      assert.doesNotMatch(complaints, /^\s+at |unhandled|MaxListeners|Warning:/im);
    },
  };
};

const isError = (line: string): boolean => {
  if (!line.startsWith('{')) return false;
  try {
    return Number(JSON.parse(line).level) >= ERROR_LEVEL;
  } catch {
    return false;
  }
};
