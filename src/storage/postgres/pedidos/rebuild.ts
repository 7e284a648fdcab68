import type { Pedido } from '../../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../../../domain/cliente/client-keys.ts';
import { clientOf } from '../../../domain/log/plan.ts';
import { makeLocalDay } from '../../../domain/resumen/dias.ts';
import { addToSummary, type ClienteDelta, emptyDeltas } from '../../../domain/resumen/resumen.ts';
import { rebuildStart } from '../../../domain/resumen/zone-change.ts';
import { ID_LOWEST } from '../../shared/list.ts';
import type { Transaction } from '../driver/transaction.ts';
import { readClientDays } from './client-days.ts';
import { writeResumen } from './resumen.ts';

const CLEAR_DIAS = `
  UPDATE resumen_dias SET pedidos = 0, cancelados = 0, ventas_cents = 0, reparto = 0,
         recogida = 0, mesa = 0
  WHERE restaurante_id = $1 AND dia >= $2`;
const CLEAR_PRODUCTOS = 'DELETE FROM resumen_productos WHERE restaurante_id = $1 AND dia >= $2';
const READ_CLIENTES = `
  SELECT cliente, dia, pedidos FROM resumen_clientes WHERE restaurante_id = $1 AND dia >= $2`;
const READ_PEDIDOS = `
  SELECT id, creado_ms, cuerpo, olvidado FROM pedidos
  WHERE restaurante_id = $1 AND (creado_ms, id) > ($2::bigint, $3::text)
  ORDER BY creado_ms, id LIMIT $4`;

/** Tells a replica that has the old days from one that has the new, although no order changed. */
const BUMP_VERSION = 'UPDATE registros SET version = version + 1 WHERE restaurante_id = $1';

/** Two months of a large restaurant at once would be a hundred megabytes. */
const ORDERS_PER_READ = 500;

type PedidoRow = { id: string; creado_ms: number; cuerpo: string; olvidado: string | null };

/**
 * A new time zone moves orders to other days. The days that a summary can still ask for are added up
 * again from the orders. The visits of clients are taken back and added in one settlement, so that the
 * days before keep their counts. The caller holds the log's lock.
 */
export const rebuildResumen = async (
  transaction: Transaction,
  restauranteId: string,
  zone: string,
  { now, clientKeys }: { now: number; clientKeys: ClientKeys },
): Promise<void> => {
  const { dia: firstDia, ms: firstMs } = rebuildStart(zone, now);
  const localDay = makeLocalDay(zone);
  const deltas = emptyDeltas();
  transaction.send(CLEAR_DIAS, [restauranteId, firstDia]);
  transaction.send(CLEAR_PRODUCTOS, [restauranteId, firstDia]);
  const visits = await transaction.rows<ClienteDelta>(READ_CLIENTES, [restauranteId, firstDia]);
  for (const { cliente, dia, pedidos } of visits) {
    deltas.clientes.set(`${dia} ${cliente}`, { dia, cliente, pedidos: -pedidos });
  }
  let last: Pick<PedidoRow, 'id' | 'creado_ms'> | undefined = { id: ID_LOWEST, creado_ms: firstMs };
  while (last !== undefined) {
    const rows: PedidoRow[] = await transaction.rows<PedidoRow>(READ_PEDIDOS, [
      restauranteId,
      last.creado_ms,
      last.id,
      ORDERS_PER_READ,
    ]);
    for (const { creado_ms, cuerpo, olvidado } of rows) {
      const pedido = JSON.parse(cuerpo) as Pedido;
      const cliente = clientOf({ pedido, olvidado }, clientKeys);
      addToSummary(deltas, pedido, { dia: localDay(creado_ms), creadoMs: creado_ms, cliente }, 1);
    }
    last = rows.length < ORDERS_PER_READ ? undefined : rows.at(-1);
  }
  // Quarters of an hour are the same in every zone.
  deltas.cuartos.clear();
  const clientDays = await readClientDays(transaction, restauranteId, deltas.clientes);
  writeResumen(transaction, restauranteId, deltas, clientDays);
  transaction.send(BUMP_VERSION, [restauranteId]);
};
