import { narrow } from '../../domain/pedido/filtros.ts';
import type { PedidoFilter, SliceBy } from '../port/pedidos.ts';
import type { Prepared, Tests } from './by-keys.ts';
import { MS_HIGHEST, MS_LOWEST, matchValues, ROW } from './list.ts';

// Orders by another date than their creation, or by their last change: an index in id order has all of these dates.

/** Entries of that index in one read for each order that is wanted, however few of them match: 2,000 take SQLite's one thread 2 ms. */
const ENTRIES_PER_ORDER = 20;

export const BY_CREATION: SliceBy = { fecha: 'creacion', cambiado: null, withChange: false };

export const isByCreation = ({ fecha, cambiado }: SliceBy): boolean =>
  fecha === 'creacion' && cambiado === null;

const DATE_COLUMNS = {
  creacion: ['creado_ms', 'creado_ms'],
  factura: ['factura_ms', 'factura_ms'],
  pago: ['pago_ms', 'pago_ms'],
  cobro: ['cobro_desde_ms', 'cobro_hasta_ms'],
} as const satisfies Record<SliceBy['fecha'], readonly [first: string, last: string]>;

/** An order without the date has a null there, which passes no comparison. */
export const dateTests =
  ({ desde, hasta }: PedidoFilter, { fecha, cambiado }: SliceBy): Tests =>
  (at) => {
    const [first, last] = DATE_COLUMNS[fecha];
    const tests = [`${last} >= ${at(desde ?? MS_LOWEST)}`, `${first} < ${at(hasta ?? MS_HIGHEST)}`];
    if (cambiado === null) return tests;
    const changed =
      'ms' in cambiado
        ? `cambiado_ms >= ${at(cambiado.ms)}`
        : `secuencia > ${at(cambiado.secuencia)}`;
    return [...tests, changed];
  };

export type WalkRow = { reached: string | null };

/** The next orders of a walk as one row: `reached` is the id after which it goes on, null at the end. */
export const walkStatement = (
  slice: (rows: string, withChange: boolean) => string,
  filter: PedidoFilter,
  by: SliceBy,
  { after, limit }: { after: string; limit: number },
): Prepared => {
  const { metodo, ...narrowed } = narrow(filter);
  const values: Prepared['values'] = [
    filter.restauranteId,
    after,
    ENTRIES_PER_ORDER * limit,
    limit,
  ];
  const at = (value: Prepared['values'][number]): string => `$${values.push(value)}`;
  const matches = dateTests(filter, by)(at).join(' AND ');
  const [estados, tipos] = matchValues({ metodo, ...narrowed }).map(at);
  const method = metodo === null ? '' : `AND metodo = ${at(metodo)}`;
  const rows = `
    SELECT p.id, ${ROW} FROM elegidos k /*+ CROSS */ JOIN pedidos p /*+ NOT INDEXED */
      ON p.restaurante_id = $1 AND p.id = k.id
    WHERE estado = ANY (${estados}::text[]) AND tipo = ANY (${tipos}::text[]) ${method}
    ORDER BY k.id`;
  return {
    sql: `
      WITH vistos AS MATERIALIZED (
        SELECT id, ${matches} AS vale FROM pedidos /*+ INDEXED BY pedidos_fechas */
        WHERE restaurante_id = $1 AND id COLLATE "ucs_basic" > $2
        ORDER BY id COLLATE "ucs_basic" LIMIT 0 + $3
      ), elegidos AS MATERIALIZED (
        SELECT id FROM vistos WHERE vale ORDER BY id LIMIT 0 + $4
      )
      SELECT s.lines,
             CASE WHEN (SELECT count(*) FROM elegidos) = $4 THEN (SELECT max(id) FROM elegidos)
                  ELSE (SELECT max(id) FROM vistos) END AS reached
      FROM (${slice(rows, by.withChange)}) AS s`,
    values,
  };
};
