// The views for BI tools. One SQL text serves every target; the figures agree with `GET /resumen`.

export interface View {
  readonly name: string;
  readonly query: string;
}

const SOLD = "estado <> 'cancelado'";
/** Keeps a column's type: in some databases a sum of whole numbers becomes a decimal or a wider integer. */
const whole = (expression: string): string => `CAST(${expression} AS BIGINT)`;
const sumOf = (column: string): string => whole(`sum(CASE WHEN ${SOLD} THEN ${column} ELSE 0 END)`);
const countOf = (where: string): string => whole(`sum(CASE WHEN ${where} THEN 1 ELSE 0 END)`);

/** Rounded half up, without a fraction on the way. */
const average = (sum: string, count: string): string => {
  const doubled = `(2 * ${sum} + ${count})`;
  return `CASE WHEN ${count} = 0 THEN 0 ELSE ${whole(`(${doubled} - ${doubled} % (2 * ${count})) / (2 * ${count})`)} END`;
};

export const VIEWS: readonly View[] = [
  {
    name: 'ventas_por_dia',
    query: `
      SELECT dia, moneda, pedidos, cancelados, ventas_cents,
        ${average('ventas_cents', 'pedidos')} AS ticket_medio_cents,
        propinas_cents, descuentos_cents, impuestos_cents, reparto, recogida, mesa, clientes
      FROM (
        SELECT dia, totales_moneda AS moneda,
          ${countOf(SOLD)} AS pedidos,
          ${countOf(`NOT (${SOLD})`)} AS cancelados,
          ${sumOf('totales_total_cents')} AS ventas_cents,
          ${sumOf('totales_propina_cents')} AS propinas_cents,
          ${sumOf('totales_descuento_cents')} AS descuentos_cents,
          ${sumOf('totales_impuestos_cents')} AS impuestos_cents,
          ${countOf(`${SOLD} AND tipo = 'reparto'`)} AS reparto,
          ${countOf(`${SOLD} AND tipo = 'recogida'`)} AS recogida,
          ${countOf(`${SOLD} AND tipo = 'mesa'`)} AS mesa,
          count(DISTINCT CASE WHEN ${SOLD} THEN cliente_clave END) AS clientes
        FROM pedidos GROUP BY dia, totales_moneda
      ) AS dias`,
  },
  {
    name: 'ventas_por_producto',
    query: `
      SELECT producto_id, moneda,
        max(CASE WHEN reciente = 1 THEN nombre END) AS nombre,
        ${whole('sum(cantidad)')} AS unidades,
        ${whole('sum(total_cents)')} AS ventas_cents,
        count(DISTINCT pedido_id) AS pedidos,
        min(pedido_creado_en) AS primera_venta,
        max(pedido_creado_en) AS ultima_venta
      FROM (
        SELECT pedido_id, pedido_creado_en, moneda, producto_id, nombre, cantidad, total_cents, row_number() OVER (
          PARTITION BY producto_id, moneda ORDER BY pedido_creado_en DESC, pedido_id DESC, n DESC
        ) AS reciente
        FROM items WHERE pedido_estado <> 'cancelado'
      ) AS vendidos GROUP BY producto_id, moneda`,
  },
  {
    name: 'clientes',
    query: `
      SELECT cliente_clave AS clave,
        max(CASE WHEN reciente = 1 THEN cliente_nombre END) AS nombre,
        max(CASE WHEN reciente = 1 THEN cliente_telefono END) AS telefono,
        max(CASE WHEN reciente = 1 THEN cliente_email END) AS email,
        max(CASE WHEN reciente = 1 AND cliente_consintio_marketing THEN 1 ELSE 0 END) = 1
          AS consintio_marketing,
        ${countOf(SOLD)} AS pedidos,
        ${sumOf('totales_total_cents')} AS ventas_cents,
        min(creado_en) AS primer_pedido,
        max(creado_en) AS ultimo_pedido
      FROM (
        SELECT cliente_clave, cliente_nombre, cliente_telefono, cliente_email, cliente_consintio_marketing,
          estado, totales_total_cents, creado_en, row_number() OVER (
          PARTITION BY cliente_clave ORDER BY creado_en DESC, id DESC
        ) AS reciente
        FROM pedidos WHERE cliente_clave IS NOT NULL
      ) AS visitas GROUP BY cliente_clave`,
  },
];
