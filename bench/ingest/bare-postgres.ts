import pg from 'pg';
import type { LogRow } from './rows.ts';

/** A baseline: stores the same bytes durably, with three multi-row statements a transaction. */
export const storeInPostgres = async (
  databaseUrl: string,
  rows: readonly LogRow[],
  batch: number,
  warmUp: number,
): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE bare_pedidos (r text, id text, cuerpo text, PRIMARY KEY (r, id));
    CREATE TABLE bare_historial (r text, pedido text, n int, cuerpo text, PRIMARY KEY (r, pedido, n));
    CREATE TABLE bare_eventos (r text, secuencia bigint, id text, tipo text, cuerpo text,
                               PRIMARY KEY (r, secuencia))`);
  const store = async (slice: readonly LogRow[]): Promise<void> => {
    const column = <K extends keyof LogRow>(key: K) => slice.map((row) => row[key]);
    // An upsert may touch a row only once, so the last state of an order within the batch stands for all.
    const last = [...new Map(slice.map((row) => [row.pedidoId, row])).values()];
    await client.query('BEGIN');
    await client.query({
      name: 'pedidos',
      text: `INSERT INTO bare_pedidos SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
             ON CONFLICT (r, id) DO UPDATE SET cuerpo = excluded.cuerpo`,
      values: [
        last.map((row) => row.restauranteId),
        last.map((row) => row.pedidoId),
        last.map((row) => row.pedido.toString()),
      ],
    });
    await client.query({
      name: 'historial',
      text: `INSERT INTO bare_historial
             SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::text[])`,
      values: [
        column('restauranteId'),
        column('pedidoId'),
        column('n'),
        slice.map((row) => row.entrada.toString()),
      ],
    });
    await client.query({
      name: 'eventos',
      text: `INSERT INTO bare_eventos
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])`,
      values: [
        column('restauranteId'),
        column('secuencia'),
        column('id'),
        column('tipo'),
        slice.map((row) => row.evento.toString()),
      ],
    });
    await client.query('COMMIT');
  };
  const storeAll = async (some: readonly LogRow[]): Promise<void> => {
    for (let at = 0; at < some.length; at += batch) await store(some.slice(at, at + batch));
  };
  await storeAll(rows.slice(0, warmUp));
  const started = performance.now();
  await storeAll(rows.slice(warmUp));
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return seconds;
};
