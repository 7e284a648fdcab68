import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { openPostgresStore } from '../../src/storage/engines/postgres/store.ts';
import { createDatabase, type TestDatabase } from '../support/postgres/databases.ts';

const SCRIPT = readFileSync(new URL('../../ops/citus.sql', import.meta.url), 'utf8');

/**
 * Fakes the functions of Citus that the script calls, and records the calls. A table that becomes a reference table
 * pulls in those that are tied to it by foreign keys, as tables that Citus knows and leaves on the coordinator ('n',
 * 's').
 */
const STAND_IN = `
  CREATE TABLE pg_dist_partition (
    logicalrelid regclass PRIMARY KEY, partmethod "char", repmodel "char", columna text, junto text);
  CREATE FUNCTION create_reference_table(tabla regclass) RETURNS void LANGUAGE sql AS $$
    INSERT INTO pg_dist_partition VALUES (tabla, 'n', 't')
    ON CONFLICT (logicalrelid) DO UPDATE SET repmodel = 't';
    WITH RECURSIVE tied (id) AS (
      SELECT tabla::oid UNION
      SELECT CASE WHEN c.conrelid = t.id THEN c.confrelid ELSE c.conrelid END
      FROM tied t JOIN pg_constraint c ON c.contype = 'f' AND t.id IN (c.conrelid, c.confrelid))
    INSERT INTO pg_dist_partition SELECT id::regclass, 'n', 's' FROM tied ON CONFLICT DO NOTHING $$;
  CREATE FUNCTION create_distributed_table(tabla regclass, columna text, colocate_with text) RETURNS void
  LANGUAGE sql AS $$ INSERT INTO pg_dist_partition VALUES (tabla, 'h', 's', columna, colocate_with) $$;`;

type Placed = { tabla: string; repmodel: string; columna: string | null; junto: string | null };

describe('ops/citus.sql', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let placed: Placed[];
  const query = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> =>
    (await client.query<T>(sql)).rows;
  const isDistributed = (tabla: string) =>
    placed.some((each) => each.tabla === tabla && each.columna !== null);
  const isReference = (tabla: string) =>
    placed.some((each) => each.tabla === tabla && each.repmodel === 't');

  before(async () => {
    database = await createDatabase();
    const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
    await (await openPostgresStore(database.url, deps)).close();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`${STAND_IN} ${SCRIPT}`);
    placed = await query<Placed>(
      `SELECT logicalrelid::text AS tabla, repmodel, columna, junto FROM pg_dist_partition`,
    );
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  test('names every table of the schema once', async () => {
    const tables = await query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p') AND relname <> 'pg_dist_partition'`,
    );
    const local = [...SCRIPT.matchAll(/^-- local (\w+): \w/gm)].map(([, name]) => name);
    const named = [...placed.map(({ tabla }) => tabla), ...local];
    assert.deepEqual(named.sort(), tables.map(({ name }) => name).sort());
  });

  test('leaves no table on the coordinator because of a foreign key', () => {
    for (const { tabla } of placed) assert.ok(isDistributed(tabla) || isReference(tabla), tabla);
    for (const tabla of ['restaurantes', 'usuarios', 'llaves', 'sesiones', 'auditoria']) {
      assert.ok(isReference(tabla), tabla);
    }
  });

  test('may be run again', async () => {
    await client.query('DROP FUNCTION pg_temp.is_reference, pg_temp.is_distributed');
    await client.query(SCRIPT);
    const again = await query('SELECT FROM pg_dist_partition');
    assert.equal(again.length, placed.length);
  });

  test('keeps all of a restaurant together', () => {
    for (const { tabla, columna, junto } of placed.filter((each) => each.columna !== null)) {
      assert.equal(columna, 'restaurante_id', tabla);
      assert.equal(junto, tabla === 'log_heads' ? 'none' : 'log_heads', tabla);
    }
  });

  test('a restaurante_id has one type and one collation, as colocated tables need', async () => {
    const kinds = await query(
      `SELECT DISTINCT format_type(a.atttypid, a.atttypmod) AS type, co.collname AS collation
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation co ON co.oid = a.attcollation
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'restaurante_id'`,
    );
    assert.deepEqual(kinds, [{ type: 'text', collation: 'C' }]);
  });

  test('unique keys of distributed tables include the restaurant', async () => {
    const indexes = await query<{ name: string; tabla: string; columns: string[] }>(
      `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS tabla,
              array_agg(a.attname::text) AS columns
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique GROUP BY 1, 2`,
    );
    const unique = indexes.filter(({ tabla }) => isDistributed(tabla));
    assert.ok(unique.length > 10);
    for (const { name, columns } of unique) assert.ok(columns.includes('restaurante_id'), name);
    const keyed = new Set(indexes.map(({ tabla }) => tabla));
    for (const { tabla } of placed) assert.ok(keyed.has(tabla), `${tabla} has no primary key`);
  });

  test('foreign keys lead to tables that every node has, named before', async () => {
    const keys = await query<{ de: string; a: string }>(
      `SELECT conrelid::regclass::text AS de, confrelid::regclass::text AS a FROM pg_constraint
       WHERE contype = 'f'`,
    );
    const position = (tabla: string) => SCRIPT.indexOf(`('${tabla}'`);
    for (const { de, a } of keys) {
      assert.ok(isReference(a) && (isReference(de) || isDistributed(de)), `${de} → ${a}`);
      assert.ok(position(a) < position(de), `${de} before ${a}`);
    }
    assert.ok(keys.length > 0);
  });

  test('nothing in a distributed table is numbered by a sequence or fired by a trigger', async () => {
    const made = await query<{ tabla: string }>(
      `SELECT attrelid::regclass::text AS tabla FROM pg_attribute
       WHERE attidentity <> '' OR attgenerated <> ''
       UNION SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal
       UNION SELECT c.oid::regclass::text FROM pg_class c
       WHERE c.relpersistence = 'u' AND c.relkind = 'r'`,
    );
    assert.deepEqual(
      made.filter(({ tabla }) => isDistributed(tabla)),
      [],
    );
  });
});
