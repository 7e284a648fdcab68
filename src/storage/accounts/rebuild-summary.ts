import type { Pedido } from '../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import { clientOf } from '../../domain/log/plan.ts';
import type { ClientDay } from '../../domain/resumen/clientes.ts';
import { makeLocalDay } from '../../domain/resumen/dias.ts';
import { addToSummary, emptyDeltas, type ResumenDeltas } from '../../domain/resumen/resumen.ts';
import { rebuildStart } from '../../domain/resumen/zone-change.ts';
import { rows, send, type Work } from '../database.ts';
import { ID_LOWEST } from '../pedidos/list.ts';

const CLEAR_DIAS = `
  UPDATE resumen_dias SET pedidos = 0, cancelados = 0, ventas_cents = 0, reparto = 0,
         recogida = 0, mesa = 0
  WHERE restaurante_id = $1 AND dia >= $2`;
const CLEAR_PRODUCTOS = 'DELETE FROM resumen_productos WHERE restaurante_id = $1 AND dia >= $2';
const READ_CLIENTES = `
  SELECT cliente, dia, pedidos FROM resumen_clientes WHERE restaurante_id = $1 AND dia >= $2`;
const READ_PEDIDOS = `
  SELECT id, creado_ms AS "creadoMs", cuerpo, olvidado FROM pedidos
  WHERE restaurante_id = $1 AND (creado_ms, id) > (CAST($2 AS bigint), CAST($3 AS text))
  ORDER BY creado_ms, id LIMIT 0 + $4`;

/** Two months of a large restaurant in one read would be a hundred megabytes. */
const ORDERS_PER_READ = 500;

type PedidoRow = { id: string; creadoMs: number; cuerpo: string; olvidado: string | null };

/**
 * A new time zone moves orders to other days. The days that a summary can still ask for are emptied, and added up again from
 * the orders. The visits of clients are subtracted and added in the same deltas, so that the days before keep their counts.
 * The caller holds the log's lock.
 */
export function* rebuildSummary(
  restauranteId: string,
  zone: string,
  { now, clientKeys }: { now: number; clientKeys: ClientKeys },
): Work<ResumenDeltas> {
  const { dia: firstDia, ms: firstMs } = rebuildStart(zone, now);
  const localDay = makeLocalDay(zone);
  const deltas = emptyDeltas();
  yield* send(CLEAR_DIAS, restauranteId, firstDia);
  yield* send(CLEAR_PRODUCTOS, restauranteId, firstDia);
  const visits = yield* rows<ClientDay>(READ_CLIENTES, restauranteId, firstDia);
  for (const { cliente, dia, pedidos } of visits) {
    deltas.clientes.set(`${dia} ${cliente}`, { dia, cliente, pedidos: -pedidos });
  }
  let after: Pick<PedidoRow, 'id' | 'creadoMs'> | undefined = { id: ID_LOWEST, creadoMs: firstMs };
  while (after !== undefined) {
    const some: PedidoRow[] = yield* rows<PedidoRow>(
      READ_PEDIDOS,
      restauranteId,
      after.creadoMs,
      after.id,
      ORDERS_PER_READ,
    );
    for (const { creadoMs, cuerpo, olvidado } of some) {
      const pedido = JSON.parse(cuerpo) as Pedido;
      const cliente = clientOf({ pedido, olvidado }, clientKeys);
      addToSummary(deltas, pedido, { dia: localDay(creadoMs), creadoMs, cliente }, 1);
    }
    after = some.length < ORDERS_PER_READ ? undefined : some.at(-1);
  }
  // Quarters of an hour are the same in every zone.
  deltas.cuartos.clear();
  return deltas;
}
