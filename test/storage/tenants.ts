import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { systemClock } from '../../src/platform/clock.ts';
import {
  CALL_READ,
  CALL_WRITE,
  STATEMENTS,
} from '../../src/storage/engines/postgres/batch/functions.ts';
import { examineDatabase } from '../../src/storage/engines/postgres/doctor/examine.ts';
import {
  connectionConfig,
  sessionOn,
} from '../../src/storage/engines/postgres/driver/connection.ts';
import { wasCarriedOut } from '../../src/storage/engines/postgres/log/commit.ts';
import { readFingerprints } from '../../src/storage/engines/postgres/replica/fingerprint.ts';
import { watchReplica } from '../../src/storage/engines/postgres/replica/watch.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres/databases.ts';
import type { Recorder } from '../support/postgres/statements.ts';
import { openSampleStore } from '../support/postgres/store.ts';
import { type Tenancy, tenancyOf, tenantTables } from '../support/tenancy.ts';
import { auditEntry } from './conformance/harness.ts';

/**
 * Statements that may read or write more than one restaurant, by a piece of their text, with the reason. None is part
 * of a request, except one that needs a replica: those follow a single server, not many.
 */
const OVER_ALL: Record<string, string> = {
  'version FROM log_heads WHERE restaurante_id = ANY':
    'the positions of all logs that a process follows, after a wake-up',
  'INSERT INTO llaves_uso': 'counts of requests of all keys that a process served, once in a while',
  'SELECT DISTINCT w.restaurante_id':
    'which restaurants have deliveries that nobody sends, once in a while',
  'SELECT DISTINCT restaurante_id':
    'which restaurants have lanes that a sender does not know it holds, after a failure',
  'UPDATE webhooks AS w SET lease_until_ms':
    'holds on to all lanes of a sender in which nothing happens, once in a while',
  'min(CASE WHEN abierta_ms': 'a figure of the whole service, for its metrics',
  'FROM webhooks ORDER BY restaurante_id, id':
    'which webhooks there are, for the chore that forgets old deliveries',
  'AS fingerprint FROM log_heads':
    'the fingerprints of the logs that are read at this moment, if there is a replica',
  'w.cursor AND v.tipo <> \'pedido.importado\' ORDER BY v.secuencia LIMIT 1) AS "unbegunMs"':
    'webhooks that fail, of all restaurants: one process looks each second',
  'WHERE w.eliminado_ms IS NULL AND (w.failing_since_ms IS NOT NULL':
    'the same, of all webhooks: once in a minute',
  'FROM llaves_uso WHERE dia >= $1 GROUP BY':
    'keys that their limit refused, of all restaurants: one process looks every few minutes',
  'count(*) AS cambios FROM cierres_cambios':
    'closed months that have changed, of all restaurants: one process looks once in a while',
  'WHERE eliminado_ms IS NULL LIMIT 1':
    'any webhook, at start: whether the key that seals secrets is the right one',
};

const SOURCE = new URL('../../src/storage/', import.meta.url);
/** Calls after which every occasional sweep has run. */
const CALLS_FOR_A_SWEEP = 200;

/** The SQL texts in a file, each as the pieces between its `${…}`. */
const sqlIn = (source: string): string[][] => {
  const openings = /(['`])(?=\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\b)/g;
  return [...source.matchAll(openings)].map(({ index, 0: quote }) => {
    const pieces: string[] = [];
    let start = index + 1;
    let at = start;
    while (source[at] !== quote) {
      if (source.startsWith('${', at)) {
        pieces.push(source.slice(start, at));
        at = closingBrace(source, at + 1);
        start = at;
      } else {
        at += 1;
      }
    }
    return [...pieces, source.slice(start, at)];
  });
};

/** The position behind the brace that closes the one at `at`. */
const closingBrace = (source: string, at: number): number => {
  let depth = 0;
  let end = at;
  do {
    if (source[end] === '{') depth += 1;
    if (source[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0);
  return end;
};

/** All SQL except that of migrations, of a copy from SQLite, of the place in a cluster, of backups and of the doctor: it serves nobody. */
const sqlInSource = (): string[][] =>
  globSync(['{accounts,engines/postgres,eventos,log,panel,webhooks}/**/*.ts'], { cwd: SOURCE })
    .filter((file) => !/(migrate|fill|create)\.ts$|\/(cluster|doctor|backup)\//.test(file))
    .flatMap((file) => sqlIn(readFileSync(new URL(file, SOURCE), 'utf8')));

const containsInOrder = (text: string, pieces: readonly string[]): boolean => {
  let at = 0;
  return pieces.every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
};

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Every tenant table can be spread over many servers by restaurant (cluster/distribute.ts) as long as each
 * statement finds its rows through one restaurant and no transaction writes those of two.
 */
export const tenantConformance = (recorder: Recorder): void => {
  describe('PostgreSQL: one restaurant at a time', () => {
    let database: TestDatabase;
    let client: pg.Client;
    const tenancies = new Map<string, Tenancy>();
    /** Those in the functions of a batch, too. */
    const inFunctions: ReadonlySet<string> = new Set(STATEMENTS);

    before(async () => {
      database = await createMigratedDatabase();
      client = new pg.Client(connectionConfig(database.url));
      const store = await openSampleStore(database.url);
      await client.connect();
      // Runs the statements that no suite before had a reason to run.
      await store.ping();
      await store.secret('cursor');
      await store.webhooks.sample();
      await store.webhooks.lanes.due(0, 1, 1);
      await store.webhooks.lanes.strays('uno', [], 1);
      const lanes = ['rest_1', 'rest_2'].map((restauranteId) => ({
        restauranteId,
        webhookId: 'wh_1',
        fence: 1,
      }));
      await store.webhooks.lanes.renew({ owner: 'uno', leaseMs: 1 }, lanes);
      await store.llaves.findByIds(['llv_1']);
      await store.consultas.webhooks('rest_1');
      await store.consultas.soldBefore('rest_1', '2026-01-01', ['prod_1']);
      await store.usuarios.setFactorRequired('usr_1', true, auditEntry());
      const limiter = store.makeLimiter(10 * CALLS_FOR_A_SWEEP);
      const take = async (_: unknown, i: number) => limiter.admit(`cubo ${i}`);
      await Promise.all(Array.from({ length: CALLS_FOR_A_SWEEP }, take));
      const claim = () => store.flujos.claim(new Map([['llv_1', 1]]), 20);
      await Promise.all(Array.from({ length: CALLS_FOR_A_SWEEP }, claim));
      const trace = { version: 0, last: { secuencia: 1, id: 'evt_1' }, answers: [] };
      const session = sessionOn(client);
      await wasCarriedOut(session, 'rest_1', trace, 1);
      await readFingerprints(session, ['rest_1']);
      const observer = { became: () => {}, lagged: () => {}, read: () => {} };
      await watchReplica(session, session, { clock: systemClock, observer }).close();
      await store.close();
      await examineDatabase(database.url, systemClock.now);

      const tenants = await tenantTables(client);
      assert.ok(tenants.has('pedidos'));
      for (const text of recorder.texts.union(inFunctions)) {
        tenancies.set(text, await tenancyOf(client, tenants, text));
      }
      // Both take the restaurant first; what they do with it is in STATEMENTS.
      for (const call of [CALL_READ, CALL_WRITE])
        tenancies.set(call, { touches: [], parameter: 1 });
    });
    after(async () => {
      await client.end();
      await database.drop();
    });

    const overSeveral = (): string[] =>
      [...tenancies]
        .filter(([, { touches, parameter }]) => {
          const isUnbound = touches.some(({ restaurante }) => restaurante === null);
          return touches.length > 0 && (parameter === null || isUnbound);
        })
        .map(([text]) => onOneLine(text));

    test('the suites ran every statement of the source', () => {
      const texts = [...recorder.texts.union(inFunctions)];
      const missing = sqlInSource().filter(
        (pieces) => !texts.some((text) => containsInOrder(text, pieces)),
      );
      assert.deepEqual(missing, [], 'let a conformance test run it, or run it above');
      assert.ok(sqlInSource().length > 100);
    });

    test('statements find and store rows of tenant tables by one restaurant, but for a few chores', () => {
      const texts = overSeveral();
      const isListed = (text: string) =>
        Object.keys(OVER_ALL).some((piece) => text.includes(piece));
      assert.deepEqual(
        texts.filter((text) => !isListed(text)),
        [],
      );
      assert.equal(texts.length, Object.keys(OVER_ALL).length);
    });

    test('no transaction touches the rows of two restaurants', () => {
      let seen = 0;
      for (const sent of recorder.transactions) {
        const restaurantes = new Set(
          sent.flatMap(({ text, values }) => {
            const parameter = tenancies.get(text)?.parameter ?? null;
            return parameter === null ? [] : [values[parameter - 1]];
          }),
        );
        const texts = sent.map(({ text }) => text).join(';\n');
        assert.ok(restaurantes.size <= 1, `${[...restaurantes].join(' and ')}: ${texts}`);
        seen += restaurantes.size;
      }
      assert.ok(seen > 100, 'the suites before have written something');
    });

    test('changes to tenant tables call no volatile function', async () => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT proname AS name FROM pg_proc
         WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace`,
      );
      const volatile = new Set(rows.map(({ name }) => name));
      for (const text of recorder.texts.union(inFunctions)) {
        const isChange = /\b(INSERT INTO|UPDATE|DELETE FROM) \w/.test(text);
        if (!isChange || tenancies.get(text)?.touches.length === 0) continue;
        const called = [...text.matchAll(/\b(\w+)\(/g)].map(([, word = '']) => word);
        assert.deepEqual(
          called.filter((word) => volatile.has(word)),
          [],
          `Citus refuses ${text}`,
        );
      }
    });
  });
};
