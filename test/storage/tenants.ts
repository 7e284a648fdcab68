import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { systemClock } from '../../src/clock.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { connectionConfig, makeSession } from '../../src/storage/postgres/driver/connection.ts';
import { wasCarriedOut } from '../../src/storage/postgres/driver/trace.ts';
import { readStandings } from '../../src/storage/postgres/replica/standing.ts';
import { watchReplica } from '../../src/storage/postgres/replica/watch.ts';
import { openPostgresStore } from '../../src/storage/postgres/store.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres/databases.ts';
import type { Recorder } from '../support/postgres/statements.ts';
import { type Tenancy, tenancyOf, tenantTables } from '../support/tenancy.ts';

/**
 * Statements that look at more than one restaurant, and why they may. None is part of a request, but for
 * one that needs a replica: those follow a single server, not many.
 */
const OVER_ALL: Record<string, string> = {
  registro_read_many: 'the positions of all logs that a process follows, after a wake-up',
  usos_add: 'counts of requests of all keys that a process served, once in a while',
  lanes_due: 'which restaurants have deliveries that nobody sends, once in a while',
  lanes_renew: 'holds on to all lanes of a sender in which nothing happens, once in a while',
  lanes_strays:
    'which restaurants have lanes that a sender does not know it holds, after a failure',
  entregas_owed: 'a figure of the whole service, for its metrics',
  entregas_webhooks: 'which webhooks there are, for the chore that forgets old deliveries',
  replica_standing: 'where the logs stand that are read at this moment, if there is a replica',
  webhooks_sample: 'any webhook, at start: whether the key that seals secrets is the right one',
};

const SOURCE = new URL('../../src/storage/postgres/', import.meta.url);
/** So many calls bring the sweeps along that come once in a while. */
const CALLS_FOR_A_SWEEP = 200;

/** A statement as the source names it; `pedidos_list_${order}` stands for many. */
const namesInSource = (): RegExp[] =>
  globSync('**/*.ts', { cwd: SOURCE }).flatMap((file) => {
    const text = readFileSync(new URL(file, SOURCE), 'utf8');
    return [...text.matchAll(/\bname: (['`])([^'`]+)\1,\s*text:/g)].map(
      ([, , name = '']) => new RegExp(`^${name.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`),
    );
  });

/**
 * Every tenant table can be spread over many servers by restaurant (ops/citus.sql) as long as each
 * statement finds its rows through one restaurant and no transaction writes those of two.
 */
export const tenantConformance = (recorder: Recorder): void => {
  describe('PostgreSQL: one restaurant at a time', () => {
    let database: TestDatabase;
    let client: pg.Client;
    const tenancies = new Map<string, Tenancy>();

    before(async () => {
      database = await createMigratedDatabase();
      client = new pg.Client(connectionConfig(database.url));
      const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
      const store = await openPostgresStore(database.url, deps);
      await client.connect();
      // What the suites before had no reason to say.
      await store.ping();
      await store.secret('cursor');
      await store.webhooks.sample();
      await store.webhooks.lanes.strays('uno', [], 1);
      await store.llaves.standings(['llv_1']);
      await store.consultas.webhooks('rest_1');
      const take = () => store.ventanas?.take(new Map([['cubo', 1]]));
      await Promise.all(Array.from({ length: CALLS_FOR_A_SWEEP }, take));
      const claim = () => store.flujos?.claim(new Map([['llv_1', 1]]));
      await Promise.all(Array.from({ length: CALLS_FOR_A_SWEEP }, claim));
      const trace = { version: 0, last: { secuencia: 1, id: 'evt_1' }, answers: [] };
      const session = makeSession(client);
      await wasCarriedOut(session, 'rest_1', trace, 1);
      await readStandings(session, ['rest_1']);
      const observer = { became: () => {}, lagged: () => {}, read: () => {} };
      await watchReplica(session, session, { clock: systemClock, observer }).close();
      await store.close();

      const tenants = await tenantTables(client);
      assert.ok(tenants.has('pedidos'));
      for (const [name, text] of recorder.texts) {
        tenancies.set(name, await tenancyOf(client, tenants, text));
      }
    });
    after(async () => {
      await client.end();
      await database.drop();
    });

    const strays = (): string[] =>
      [...tenancies]
        .filter(([, { touches, parameter }]) => {
          const isLost = touches.some(({ restaurante }) => restaurante === null);
          return touches.length > 0 && (parameter === null || isLost);
        })
        .map(([name]) => name);

    test('every statement of the source was looked at', () => {
      const names = [...recorder.texts.keys()];
      const unheard = namesInSource().filter((each) => !names.some((name) => each.test(name)));
      assert.deepEqual(unheard, [], 'let a conformance test run it, or run it above');
      assert.ok(namesInSource().length > 100);
    });

    test('finds and stores rows of tenant tables by one restaurant, but for a few chores', () => {
      assert.deepEqual(strays().sort(), Object.keys(OVER_ALL).sort());
    });

    test('no transaction touches the rows of two restaurants', () => {
      let seen = 0;
      for (const sent of recorder.transactions) {
        const restaurantes = new Set(
          sent.flatMap(({ name, values }) => {
            const parameter = tenancies.get(name)?.parameter ?? null;
            return parameter === null ? [] : [values[parameter - 1]];
          }),
        );
        const names = sent.map(({ name }) => name).join(', ');
        assert.ok(restaurantes.size <= 1, `${[...restaurantes].join(' and ')}: ${names}`);
        seen += restaurantes.size;
      }
      assert.ok(seen > 100, 'the suites before have written something');
    });

    test('changes tenant tables without functions that give another answer at each call', async () => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT proname AS name FROM pg_proc
         WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace`,
      );
      const volatile = new Set(rows.map(({ name }) => name));
      for (const [name, text] of recorder.texts) {
        const isChange = /\b(INSERT INTO|UPDATE|DELETE FROM) \w/.test(text);
        if (!isChange || tenancies.get(name)?.touches.length === 0) continue;
        const called = [...text.matchAll(/\b(\w+)\(/g)].map(([, word = '']) => word);
        assert.deepEqual(
          called.filter((word) => volatile.has(word)),
          [],
          `${name}: Citus refuses it`,
        );
      }
    });
  });
};
