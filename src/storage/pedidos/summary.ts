import type { Dia } from '../../domain/resumen/dias.ts';
import type { Database } from '../database.ts';
import { type SummaryTotals, TOP_PRODUCTOS } from '../port/pedidos.ts';

/** The newest name of a product. A day has ten characters, and the greatest text begins with the newest. */
export const NEWEST_NAME = 'substr(max(dia || nombre), 11)';

/**
 * One statement, so that totals and products are of the same moment: it repeats the totals beside each of
 * the best products. A client has one last visit, so the last visits in a window count its clients. Clients
 * who came again after it are added, which only windows of the past have to look for: each client's last visit is read by
 * its key, because for an EXISTS PostgreSQL walks all clients again for each of them, where it expects few.
 */
const READ = `
  SELECT t.*, p.producto_id AS "productoId", p.nombre, p.unidades, p.producto_cents AS "productoCents"
  FROM (
    SELECT coalesce(sum(pedidos), 0)::bigint AS pedidos,
           coalesce(sum(cancelados), 0)::bigint AS cancelados,
           coalesce(sum(ventas_cents), 0)::bigint AS "ventasCents",
           coalesce(sum(reparto), 0)::bigint AS reparto,
           coalesce(sum(recogida), 0)::bigint AS recogida,
           coalesce(sum(mesa), 0)::bigint AS mesa,
           CASE
             WHEN $2 = $3 THEN coalesce(sum(clientes), 0)::bigint
             WHEN EXISTS (SELECT 1 FROM resumen_dias l
                          WHERE l.restaurante_id = $1 AND l.dia > $3 AND l.clientes > 0)
             THEN coalesce(sum(ultimos), 0)::bigint + (
               SELECT count(DISTINCT w.cliente) FROM resumen_clientes w
               WHERE w.restaurante_id = $1 AND w.dia BETWEEN $2 AND $3 AND (
                 SELECT max(l.dia) FROM resumen_clientes l
                 WHERE l.restaurante_id = $1 AND l.cliente = w.cliente) > $3)
             ELSE coalesce(sum(ultimos), 0)::bigint
           END AS clientes
    FROM resumen_dias WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3
  ) t
  LEFT JOIN (
    SELECT producto_id, ${NEWEST_NAME} AS nombre,
           sum(unidades)::bigint AS unidades, sum(ventas_cents)::bigint AS producto_cents
    FROM resumen_productos WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3
    GROUP BY producto_id HAVING sum(unidades) > 0
    ORDER BY producto_cents DESC, unidades DESC, producto_id LIMIT ${TOP_PRODUCTOS}
  ) p ON true
  ORDER BY p.producto_cents DESC, p.unidades DESC, p.producto_id`;

interface SummaryRow extends Omit<SummaryTotals, 'productos'> {
  /** Null where nothing was sold: then the row is there for the totals alone. */
  productoId: string | null;
  nombre: string;
  unidades: number;
  productoCents: number;
}

export const summaryStatement = (restauranteId: string, from: Dia, to: Dia) => ({
  sql: READ,
  values: [restauranteId, from, to],
});

export const readSummary = async (
  { all }: Pick<Database, 'all'>,
  restauranteId: string,
  from: Dia,
  to: Dia,
): Promise<SummaryTotals> => {
  const { sql, values } = summaryStatement(restauranteId, from, to);
  const rows = await all<SummaryRow>(sql, ...values);
  const productos = rows.flatMap(({ productoId, nombre, unidades, productoCents }) =>
    productoId === null ? [] : [{ productoId, nombre, unidades, ventasCents: productoCents }],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('an aggregate gives one row');
  const { pedidos, cancelados, ventasCents, reparto, recogida, mesa, clientes } = first;
  return { pedidos, cancelados, ventasCents, reparto, recogida, mesa, clientes, productos };
};
