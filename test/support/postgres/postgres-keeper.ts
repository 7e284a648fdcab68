// The process that keeps one PostgreSQL server (see postgres.ts): prepares its folder, starts it as an
// unprivileged user, reports its address, and takes everything away when the parent's channel closes.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../machine/loopback.ts';
import { chooseRunner, makeServerFolder, type Runner } from './folder.ts';
import type { Order, PostgresOptions, Report } from './postgres.ts';
import { copyToStandby } from './standby.ts';

const START_TIMEOUT_MS = 60_000;
const START_ATTEMPTS = 3;
const LOG_TAIL_LINES = 8;

const run = promisify(execFile);

let server: ChildProcess | undefined;
let folder: string | undefined;
let leaving = false;
/** Whether the parent has ordered the server to end. */
let isDown = false;

// Signals are ignored: the parent may need the database while it shuts down on the same signal. The keeper leaves
// when the channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const starting = start(JSON.parse(process.argv[2] ?? '{}') as PostgresOptions);
// A parent that leaves early must not make the keeper leave half of a folder behind: it finishes starting first.
process.on('disconnect', () => void starting.then(() => leave(0)).catch(() => {}));
try {
  tell(await starting);
  if (!process.connected) await leave(0);
} catch (error) {
  await giveUp(error);
}
process.on('message', (order: Order) => void carryOut(order).catch(giveUp));

async function giveUp(error: unknown): Promise<void> {
  tell({ problem: error instanceof Error ? error.message : String(error) });
  await leave(1);
}

async function carryOut(order: Order): Promise<void> {
  const started = await starting;
  if ('down' in order) {
    isDown = true;
    await endServer(order.down);
    tell(started);
    return;
  }
  const { port } = new URL(started.url);
  const problem = await serve(join(started.data, '..'), chooseRunner(), Number(port));
  if (problem !== undefined) throw new Error(problem);
  isDown = false;
  tell({ ...started, pid: server?.pid ?? 0 });
}

function tell(report: Report): void {
  if (process.connected) process.send?.(report);
}

async function start(options: PostgresOptions): Promise<Exclude<Report, { problem: string }>> {
  const runner = chooseRunner();
  const home = await makeServerFolder(runner, options.installation);
  folder = home;
  const { standbyOf } = options;
  const data = join(home, 'data');
  // A standby has the users of its primary.
  const password = standbyOf ? new URL(standbyOf.url).password : randomBytes(16).toString('hex');
  if (standbyOf) await copyToStandby(data, standbyOf, runner);
  else await initialise(home, runner, password, options);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const problem = await serve(home, runner, port);
    if (problem === undefined) {
      const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
      return { url, data, pid: server?.pid ?? 0 };
    }
    // Between finding a free port and using it, another program may have taken it.
    if (attempt === START_ATTEMPTS || !problem.includes('Address already in use')) {
      throw new Error(problem);
    }
  }
}

async function initialise(
  home: string,
  runner: Runner | undefined,
  password: string,
  options: PostgresOptions,
): Promise<void> {
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runner !== undefined) {
    chownSync(data, runner.uid, runner.gid);
    chownSync(passwordFile, runner.uid, runner.gid);
  }
  const args = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions');
  const given = Object.entries(settings(options));
  if (options.installation === undefined) {
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    for (const [name, value] of given) args.push('-c', `${name}=${value}`);
  }
  await run(join(home, 'bin', 'initdb'), args, { ...runner, cwd: '/', env: environment() });
  if (options.installation !== undefined) {
    // An older initdb has no `-c` option for settings.
    const lines = given.map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
  }
  rmSync(passwordFile);
}

function settings(options: PostgresOptions): Record<string, string> {
  const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Tests provoke errors on purpose; nobody would read them in this log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    // The password is random and lives as long as the run: stretching it would only slow connecting.
    ...(options.installation === undefined && { scram_iterations: '1' }),
    ...(options.durable ? {} : quick),
    ...options.settings,
  };
}

/** Starts the server; returns what went wrong, or nothing once it takes connections. */
async function serve(
  home: string,
  runner: Runner | undefined,
  port: number,
): Promise<string | undefined> {
  const data = join(home, 'data');
  const log = join(home, 'log');
  const output = openSync(log, 'w');
  const child = spawn(join(home, 'bin', 'postgres'), ['-D', data, '-p', String(port)], {
    ...runner,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  server = child;
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended (${signal ?? code}): ${tail(log)}`;
  });
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (ended === undefined) {
    if (isReady(data)) {
      child.once('exit', () => void endedUnasked(log));
      return undefined;
    }
    if (performance.now() > deadlineMs) {
      child.kill('SIGQUIT');
      return `it was not ready after ${START_TIMEOUT_MS} ms: ${tail(log)}`;
    }
    await wait(20);
  }
  return ended;
}

/** The last line of postmaster.pid is the server's own word on whether it takes connections. */
function isReady(data: string): boolean {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}

async function endedUnasked(log: string): Promise<void> {
  if (leaving || isDown) return;
  process.stderr.write(`PostgreSQL ended in the middle of the tests: ${tail(log)}\n`);
  await leave(1);
}

async function leave(code: number): Promise<void> {
  if (leaving) return;
  leaving = true;
  // At once, without a checkpoint: nobody will open these files again.
  await endServer('SIGQUIT');
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

async function endServer(signal: NodeJS.Signals): Promise<void> {
  if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
