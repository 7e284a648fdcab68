import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../../clients/cli/src/cli.ts';
import { makeReporter } from '../../../clients/cli/src/sync/report.ts';
import { runSync } from '../../../clients/cli/src/sync/sync.ts';
import { openTarget, targetAddress } from '../../../clients/cli/src/sync/target/open.ts';
import { TargetFailure, type Transaction } from '../../../clients/cli/src/sync/target/target.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { captureIo } from '../../cli/captured-io.ts';
import { collectOutput } from '../../support/machine/collect-output.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { createDatabase } from '../../support/postgres/databases.ts';
import { bearer, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { readExport } from '../read-export.ts';

export const KINDS = ['postgres', 'sqlite', 'duckdb'] as const;
type Kind = (typeof KINDS)[number];

/** The service that a sync reads, and its key. */
export interface Access {
  url: string;
  key: string;
}

/** Gives each sync a key of its own: sixty requests a minute are soon used up. */
export const accessTo =
  ({ publicUrl, makeLlave }: Pick<Service, 'publicUrl' | 'makeLlave'>) =>
  async (...input: Parameters<Service['makeLlave']>): Promise<Access> => ({
    url: publicUrl,
    key: (await makeLlave(...input)).token,
  });

/** The address of an empty database. */
export const makeTarget = async (kind: Kind): Promise<string> =>
  kind === 'postgres' ? (await createDatabase()).url : `${kind}:${join(makeFolder(), 'espejo')}`;

type Rows = (string | null)[][];

/** Each attempt on a file that another process has open costs DuckDB 20 ms of processor time. */
const LOCKED_PAUSE_MS = 50;

/** The rows of several queries, as text; waits while a sync has the file. */
const queryAll = async (to: string, ...statements: string[]): Promise<Rows[]> => {
  for (;;) {
    try {
      const target = await openTarget(targetAddress(to), { readOnly: true });
      const read = async (tx: Transaction): Promise<Rows[]> => {
        const results: Rows[] = [];
        for (const sql of statements) {
          const rows = await tx.rows(sql);
          results.push(rows.map((row) => row.map((each) => (each === null ? null : String(each)))));
        }
        return results;
      };
      return await target.transaction(read).finally(() => target.close());
    } catch (error) {
      if (!(error instanceof TargetFailure && error.isPassing)) throw error;
      await wait(LOCKED_PAUSE_MS);
    }
  }
};

export const query = async (to: string, sql: string): Promise<Rows> =>
  (await queryAll(to, sql))[0] ?? [];

/** Changes a target's tables as another program would. */
export const alterTarget = async (to: string, ...statements: string[]): Promise<void> => {
  const target = await openTarget(targetAddress(to), { readOnly: false });
  const runAll = async (tx: Transaction): Promise<void> => {
    for (const statement of statements) await tx.run(statement);
  };
  await target.transaction(runAll).finally(() => target.close());
};

/** Runs the command in this process. */
export const comanda = async ({ url, key }: Access, ...args: string[]) => {
  const { said, io } = captureIo();
  const env = { COMANDA_URL: url, COMANDA_KEY: key };
  return { code: await runCli(args, { io, env }), ...said };
};

/** Runs a sync that has to succeed. */
export const sync = async (access: Access, to: string, ...args: string[]) => {
  const run = await comanda(access, 'sync', '--to', to, ...args);
  assert.equal(run.code, 0, run.err + run.out);
  return run;
};

/** Starts a sync that follows, in this process. */
export const startSync = (access: Access, to: string, { fresh = false } = {}) => {
  const { said, io } = captureIo();
  const stop = new AbortController();
  const ended = runSync(
    { to: targetAddress(to), once: false, fresh },
    {
      service: access,
      signal: stop.signal,
      clock: systemClock,
      random: Math.random,
      report: makeReporter(io, systemClock, false),
    },
  );
  ended.catch(() => undefined);
  return {
    said,
    async stop(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
};

const MAIN = fileURLToPath(new URL('../../../clients/cli/src/main.ts', import.meta.url));

/** Starts a sync in a process of its own. */
export const startSyncProcess = (
  { url, key }: Access,
  to: string,
  options: {
    args?: readonly string[];
    env?: Record<string, string>;
    uid?: number;
    /** The maximum size of a file that it writes. */
    limitBytes?: number;
  } = {},
) => {
  const { args = [], env = {}, uid, limitBytes } = options;
  const limit = limitBytes === undefined ? [] : ['prlimit', `--fsize=${limitBytes}`];
  const [command = '', ...rest] = [...limit, process.execPath, MAIN];
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    command,
    [...rest, 'sync', '--to', to, ...args],
    {
      env: {
        COMANDA_URL: url,
        COMANDA_KEY: key,
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    },
  );
  const output = collectOutput(child.stdout, child.stderr);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    ended,
    isOver,
    output,
    said: (pattern: RegExp) => until(() => pattern.test(output()) || isOver()),
    async kill(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      return ended;
    },
  };
};

/** All orders, as the API exports them. */
const ordersOf = async (access: Access): Promise<Map<string, Pedido>> => {
  const lines = String(await readExport(access, 'pedidos'))
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Pedido).map((each) => [each.id, each]));
};

/** Compares the mirror with the API without the command's own comparison, and then with it. */
export const assertMirrors = async (access: Access, to: string): Promise<void> => {
  const expected = await ordersOf(access);
  const [rows = [], ...counts] = await queryAll(
    to,
    'SELECT id, pedido, totales_total_cents FROM pedidos',
    ...['items', 'opciones', 'iva', 'pagos'].map((table) => `SELECT count(*) FROM ${table}`),
  );
  assert.deepEqual(rows.map(([id]) => id).sort(), [...expected.keys()].sort());
  for (const [id, text, cents] of rows) {
    const pedido = expected.get(id ?? '');
    assert.deepEqual(JSON.parse(text ?? ''), pedido);
    assert.equal(Number(cents), pedido?.totales.total_cents);
  }
  const count = (of: (pedido: Pedido) => number): number =>
    [...expected.values()].reduce((sum, pedido) => sum + of(pedido), 0);
  assert.deepEqual(
    counts.map((found) => Number(found[0]?.[0])),
    [
      count(({ items }) => items.length),
      count(({ items }) => items.flatMap(({ opciones }) => opciones).length),
      count(({ totales }) => totales.iva_desglose.length),
      count(({ pago }) => pago.pagos.length),
    ],
  );
  assert.match((await sync(access, to, '--verify')).out, /^0 differences/m);
};

/** A reader of a DuckDB file locks the sync out, which then retries less and less often. */
const DUCKDB_PAUSE_MS = 300;

/** Waits until the mirror has reached the log's current position. */
export const untilCaughtUp = async ({ url, key }: Access, to: string): Promise<void> => {
  const headers = bearer(key);
  const response = await fetch(`${url}/api/eventos?despues_de=ultimo`, { headers });
  assert.equal(response.status, 200);
  const { paginacion } = (await response.json()) as { paginacion: { siguiente: string } };
  await until(async () => {
    if (to.startsWith('duckdb:')) await wait(DUCKDB_PAUSE_MS);
    // The tables may not be there yet.
    const rows = await query(to, 'SELECT fase, posicion FROM comanda_sync').catch(() => []);
    const [fase, posicion] = rows[0] ?? [];
    return fase === 'eventos' && posicion === paginacion.siguiente;
  });
};
