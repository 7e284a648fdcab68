import type { Pedido } from '../../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../../../domain/cliente/client-keys.ts';
import { clientOf } from '../../../domain/log/plan.ts';
import { makeLocalDay } from '../../../domain/resumen/dias.ts';
import { addToSummary, type ClienteDelta, emptyDeltas } from '../../../domain/resumen/resumen.ts';
import { rebuildStart } from '../../../domain/resumen/zone-change.ts';
import type { Connection } from '../driver/connection.ts';
import { writeResumen } from './resumen.ts';

const CLEAR_DIAS = `
  UPDATE resumen_dias SET pedidos = 0, cancelados = 0, ventas_cents = 0, reparto = 0,
         recogida = 0, mesa = 0
  WHERE restaurante_id = ? AND dia >= ?`;
const CLEAR_PRODUCTOS = 'DELETE FROM resumen_productos WHERE restaurante_id = ? AND dia >= ?';
const READ_CLIENTES = `
  SELECT cliente, dia, pedidos FROM resumen_clientes WHERE restaurante_id = ? AND dia >= ?`;
const READ_PEDIDOS = `
  SELECT creado_ms, cuerpo, olvidado FROM pedidos WHERE restaurante_id = ? AND creado_ms >= ?`;

type PedidoRow = { creado_ms: number; cuerpo: string; olvidado: string | null };

/**
 * A new time zone moves orders to other days. The days that a summary can still ask for are added up
 * again from the orders. The visits of clients are taken back and added in one settlement, so that the
 * days before keep their counts.
 */
export const rebuildResumen = (
  connection: Connection,
  restauranteId: string,
  zone: string,
  { now, clientKeys }: { now: number; clientKeys: ClientKeys },
): void => {
  const { dia: firstDia, ms: firstMs } = rebuildStart(zone, now);
  const localDay = makeLocalDay(zone);
  const deltas = emptyDeltas();
  connection.run(CLEAR_DIAS, restauranteId, firstDia);
  connection.run(CLEAR_PRODUCTOS, restauranteId, firstDia);
  const visits = connection.all<ClienteDelta>(READ_CLIENTES, restauranteId, firstDia);
  for (const { cliente, dia, pedidos } of visits) {
    deltas.clientes.set(`${dia} ${cliente}`, { dia, cliente, pedidos: -pedidos });
  }
  const rows = connection.prepare(READ_PEDIDOS).iterate(restauranteId, firstMs);
  for (const { creado_ms, cuerpo, olvidado } of rows as Iterable<PedidoRow>) {
    const pedido = JSON.parse(cuerpo) as Pedido;
    const cliente = clientOf({ pedido, olvidado }, clientKeys);
    addToSummary(deltas, pedido, { dia: localDay(creado_ms), creadoMs: creado_ms, cliente }, 1);
  }
  // Quarters of an hour are the same in every zone.
  deltas.cuartos.clear();
  writeResumen(connection, restauranteId, deltas);
};
