import type { Database } from '../../database.ts';
import type { Closing, ClosingChange, ClosingStore } from '../../port/cierres.ts';
import { makeCreate } from './create.ts';
import { type ClosingDbRow, HEAD_COLUMNS, toClosing } from './rows.ts';

const IS_INTACT = `
  NOT EXISTS (SELECT 1 FROM cierres_cambios x WHERE x.restaurante_id = $1 AND x.cierre_id = c.id) AS intacto`;
const SELECT = `SELECT ${HEAD_COLUMNS}, ${IS_INTACT} FROM cierres c WHERE c.restaurante_id = $1`;
const GET = `${SELECT} AND c.id = $2`;
const LIST = `${SELECT} AND c.n < $2 ORDER BY c.n DESC LIMIT 0 + $3`;
const RESTAURANT = 'SELECT restaurante_id AS "restauranteId" FROM cierres WHERE id = $1';
const ROWS = `
  SELECT pedido_id AS "pedidoId", cuenta, linea FROM cierres_pedidos
  WHERE restaurante_id = $1 AND cierre_id = $2 AND pedido_id > $3 ORDER BY pedido_id LIMIT 0 + $4`;
const CHANGES = `
  SELECT pedido_id AS "pedidoId", numero, momento, origen, usuario, antes, despues FROM cierres_cambios
  WHERE restaurante_id = $1 AND cierre_id = $2 AND pedido_id > $3 ORDER BY pedido_id LIMIT 0 + $4`;
const MOVED = `
  SELECT c.restaurante_id AS "restauranteId", c.id, c.mes, count(*) AS cambios
  FROM cierres_cambios x JOIN cierres c ON c.restaurante_id = x.restaurante_id AND c.id = x.cierre_id
  WHERE c.sustituido_por IS NULL GROUP BY c.restaurante_id, c.id, c.mes`;

type MovedRow = Awaited<ReturnType<ClosingStore['moved']>>[number];

export const makeClosingStore = (database: Pick<Database, 'all' | 'transact'>): ClosingStore => {
  const { all } = database;
  const read = async (sql: string, ...values: (string | number)[]): Promise<Closing[]> =>
    (await all<ClosingDbRow>(sql, ...values)).map(toClosing);
  return {
    create: makeCreate(database),
    get: async (restauranteId, id) => (await read(GET, restauranteId, id))[0] ?? null,
    list: (restauranteId, beforeN, limit) => read(LIST, restauranteId, beforeN, limit),
    async restaurantOf(id) {
      const [row] = await all<{ restauranteId: string }>(RESTAURANT, id);
      return row?.restauranteId ?? null;
    },
    rows: (restauranteId, id, after, limit) => all(ROWS, restauranteId, id, after, limit),
    changes: (restauranteId, id, after, limit) =>
      all<ClosingChange>(CHANGES, restauranteId, id, after, limit),
    moved: async () =>
      (await all<MovedRow>(MOVED)).map((row) => ({ ...row, cambios: Number(row.cambios) })),
  };
};
