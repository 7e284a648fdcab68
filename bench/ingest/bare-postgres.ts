import pg from 'pg';
import type { BareStore } from './rows.ts';

/** Columns of a table for `unnest`; bodies are text there. */
const columns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, i) =>
    rows.map((row) => (Buffer.isBuffer(row[i]) ? `${row[i]}` : row[i])),
  );

/** A baseline: stores the same bytes durably, with three multi-row statements a transaction. */
export const openBarePostgres = async (databaseUrl: string): Promise<BareStore> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE IF NOT EXISTS bare_pedidos (r text, id text, cuerpo text, PRIMARY KEY (r, id));
    CREATE TABLE IF NOT EXISTS bare_historial (r text, pedido text, n int, cuerpo text, PRIMARY KEY (r, pedido, n));
    CREATE TABLE IF NOT EXISTS bare_eventos (r text, secuencia bigint, id text, tipo text, cuerpo text,
                               PRIMARY KEY (r, secuencia))`);
  return {
    async store(rows) {
      // An upsert may touch a row only once, so the last state of an order within the batch stands for all.
      const last = new Map(rows.map(({ pedido }) => [pedido[1], pedido]));
      await client.query('BEGIN');
      await client.query({
        name: 'pedidos',
        text: `INSERT INTO bare_pedidos SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
               ON CONFLICT (r, id) DO UPDATE SET cuerpo = excluded.cuerpo`,
        values: columns([...last.values()]),
      });
      await client.query({
        name: 'historial',
        text: `INSERT INTO bare_historial
               SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::text[])`,
        values: columns(rows.map(({ entrada }) => entrada)),
      });
      await client.query({
        name: 'eventos',
        text: `INSERT INTO bare_eventos
               SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])`,
        values: columns(rows.map(({ evento }) => evento)),
      });
      await client.query('COMMIT');
    },
    close: () => client.end(),
  };
};
