import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { distribute } from '../../src/storage/engines/postgres/cluster/distribute.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres/databases.ts';

/** Stands in for the functions of Citus that `distribute` calls. `npm run test:citus` runs it on a real cluster. */
const STAND_IN = `
  CREATE TABLE pg_dist_partition (
    logicalrelid regclass PRIMARY KEY, partmethod "char", repmodel "char", columna text, junto text);
  CREATE FUNCTION create_distributed_table(tabla regclass, columna text, colocate_with text) RETURNS void
  LANGUAGE sql AS $$ INSERT INTO pg_dist_partition VALUES (tabla, 'h', 's', columna, colocate_with) $$;
  CREATE FUNCTION truncate_local_data_after_distributing_table(tabla regclass) RETURNS void LANGUAGE sql AS ''`;

type Placed = { tabla: string; columna: string; junto: string };

describe('the schema on Citus', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let placed: Placed[];
  const query = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> =>
    (await client.query<T>(sql)).rows;
  const isDistributed = (tabla: string) => placed.some((each) => each.tabla === tabla);

  before(async () => {
    database = await createMigratedDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(STAND_IN);
    await distribute(client);
    placed = await query<Placed>(
      'SELECT logicalrelid::text AS tabla, columna, junto FROM pg_dist_partition',
    );
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  test('keeps all of a restaurant together, and everything else on the coordinator', () => {
    for (const { tabla, columna, junto } of placed) {
      assert.equal(columna, 'restaurante_id', tabla);
      assert.equal(junto, tabla === 'log_heads' ? 'none' : 'log_heads', tabla);
    }
    assert.ok(placed.length > 20);
    for (const tabla of ['restaurantes', 'usuarios', 'llaves', 'sesiones', 'auditoria', 'mails']) {
      assert.ok(!isDistributed(tabla), tabla);
    }
  });

  test('does nothing the second time', async () => {
    assert.deepEqual(await distribute(client), []);
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
  });

  test('no foreign key leads to a distributed table or from one', async () => {
    const keys = await query<{ de: string; a: string }>(
      `SELECT conrelid::regclass::text AS de, confrelid::regclass::text AS a FROM pg_constraint
       WHERE contype = 'f'`,
    );
    assert.ok(keys.length > 0);
    for (const { de, a } of keys)
      assert.ok(!isDistributed(a) && !isDistributed(de), `${de} → ${a}`);
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
