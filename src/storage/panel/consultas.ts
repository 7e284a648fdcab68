import type { Cuarto } from '../../domain/resumen/cifras.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import { QUARTER_MS } from '../../domain/time.ts';
import type { Database } from '../database.ts';
import type { ConsultaStore, PedidoEvent, WebhookSalud } from '../port/panel.ts';
import type { SoldProduct } from '../port/pedidos.ts';

const QUARTERS = `
  SELECT inicio * ${QUARTER_MS} AS "inicioMs", pedidos, cancelados, ventas_cents AS "ventasCents",
         reparto, recogida, mesa
  FROM resumen_cuartos WHERE restaurante_id = $1 AND inicio >= $2 AND inicio < $3 ORDER BY inicio`;
const PRODUCTS = `
  SELECT producto_id AS "productoId", nombre, max(dia) AS dia, CAST(sum(unidades) AS bigint) AS unidades,
         CAST(sum(ventas_cents) AS bigint) AS "ventasCents"
  FROM resumen_productos WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3
  GROUP BY producto_id, nombre ORDER BY max(dia)`;
const REFERENCES = `
  SELECT pedido_id AS id FROM pedidos_referencias
  WHERE restaurante_id = $1 AND referencia >= $2 AND referencia < $3
  ORDER BY referencia DESC, pedido_id DESC LIMIT 0 + $4`;
const TOTALS = `
  SELECT (SELECT count(*) FROM restaurantes) AS restaurantes,
         (SELECT count(*) FROM usuarios) AS usuarios,
         (SELECT count(*) FROM llaves
          WHERE revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $1)) AS "llavesActivas"`;

type Totals = Awaited<ReturnType<ConsultaStore['totals']>>;

/** The SQL that differs between engines: the events of an order, and the health of a restaurant's webhooks. */
export interface ConsultaSql {
  eventsOf: string;
  webhooks: string;
}

/** The figures and look-ups of the panel. */
export const makeConsultaStore = (
  { all }: Database,
  sql: ConsultaSql,
  now: () => number,
): ConsultaStore => ({
  quarters: (restauranteId, desdeMs, hastaMs) =>
    all<Cuarto>(
      QUARTERS,
      restauranteId,
      Math.ceil(desdeMs / QUARTER_MS),
      Math.ceil(hastaMs / QUARTER_MS),
    ),
  async products(restauranteId, from, to) {
    const rows = await all<SoldProduct & { dia: Dia }>(PRODUCTS, restauranteId, from, to);
    const sold = new Map<string, SoldProduct>();
    // A product that was renamed has several rows, the newest name last.
    for (const { productoId, nombre, unidades, ventasCents } of rows) {
      const before = sold.get(productoId);
      sold.set(productoId, {
        productoId,
        nombre,
        unidades: unidades + (before?.unidades ?? 0),
        ventasCents: ventasCents + (before?.ventasCents ?? 0),
      });
    }
    return [...sold.values()];
  },
  async references(restauranteId, from, to, limit) {
    const rows = await all<{ id: string }>(REFERENCES, restauranteId, from, to, limit);
    return rows.map(({ id }) => id);
  },
  eventsOf: (restauranteId, pedidoId, limit) =>
    all<PedidoEvent>(sql.eventsOf, restauranteId, pedidoId, limit),
  webhooks: (restauranteId) => all<WebhookSalud>(sql.webhooks, restauranteId),
  totals: async () => (await all<Totals>(TOTALS, now()))[0] as Totals,
});
