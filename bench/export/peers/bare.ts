// A baseline: reads the stored orders of one restaurant in a loop and writes the same bytes to the connection.

import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { listen, readSettings } from '../../support/script.ts';

const { file, databaseUrl, restauranteId } = readSettings<{
  file: string;
  databaseUrl: string | null;
  restauranteId: string;
}>();

const PIECE_ORDERS = 100;

/** One statement over all orders. */
function* readSqlite(): Generator<Buffer> {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA mmap_size = 1099511627776');
  const newline = Buffer.from('\n');
  const statement = db.prepare(
    'SELECT CAST(cuerpo AS BLOB) AS cuerpo FROM pedidos WHERE restaurante_id = ? ORDER BY id',
  );
  let piece: Uint8Array[] = [];
  for (const { cuerpo } of statement.iterate(restauranteId)) {
    if (piece.push(cuerpo as Uint8Array, newline) < 2 * PIECE_ORDERS) continue;
    yield Buffer.concat(piece);
    piece = [];
  }
  yield Buffer.concat(piece);
  db.close();
}

/** One prepared statement, again and again: a cursor on the server would be no faster. */
async function* readPostgres(connectionString: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ id: string; cuerpo: string }>({
      name: 'siguientes',
      text: `SELECT id, cuerpo FROM pedidos WHERE restaurante_id = $1 AND id > $2
             ORDER BY id LIMIT ${PIECE_ORDERS}`,
      values: [restauranteId, after],
    });
    const last = rows.at(-1);
    if (last === undefined) break;
    yield Buffer.from(rows.map(({ cuerpo }) => `${cuerpo}\n`).join(''));
    after = last.id;
  }
  await client.end();
}

listen(
  createServer((_, response) => {
    void pipeline(databaseUrl === null ? readSqlite() : readPostgres(databaseUrl), response);
  }),
);
