// A baseline for Node on PostgreSQL: sends stored bytes, read with one prepared statement. It has no keys and no
// limits.

import { createServer } from 'node:http';
import pg from 'pg';
import { listen, readSettings } from '../../support/script.ts';

const { databaseUrl } = readSettings<{ databaseUrl: string }>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const ORDER = {
  name: 'pedido',
  text: 'SELECT cuerpo FROM pedidos WHERE restaurante_id = $1 AND id = $2',
};
const PAGE = {
  name: 'pagina',
  text: `SELECT cuerpo FROM pedidos WHERE restaurante_id = $1 AND id < $2
         ORDER BY id DESC LIMIT 25`,
};

/** `/pedido/RESTAURANT/ID` is one order, `/pagina/RESTAURANT/ID` the page after it. */
const read = async (path: string): Promise<string> => {
  const [, kind, ...values] = path.split('/');
  const statement = kind === 'pedido' ? ORDER : PAGE;
  const { rows } = await pool.query<{ cuerpo: string }>({ ...statement, values });
  if (kind === 'pedido') return rows[0]?.cuerpo ?? '';
  return `{"datos":[${rows.map(({ cuerpo }) => cuerpo).join()}]}`;
};

listen(
  createServer(async (request, response) => {
    const body = Buffer.from(await read(request.url ?? ''));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  }),
);
