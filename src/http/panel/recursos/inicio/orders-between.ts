import { setImmediate } from 'node:timers/promises';
import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import { UNFILTERED } from '../../../../domain/pedido/filtros.ts';
import type { PedidoStore } from '../../../../storage/port/pedidos.ts';

const SLICE_ORDERS = 200;
/** More orders than any restaurant has in a night; past this many, only the first are read. */
const ORDERS_MAX = 10_000;

/** The orders created in a stretch of time that is too short for the summaries to tell apart. */
export async function* ordersBetween(
  pedidos: Pick<PedidoStore, 'slice'>,
  restauranteId: string,
  desdeMs: number,
  hastaMs: number,
): AsyncGenerator<Pedido> {
  if (desdeMs >= hastaMs) return;
  const filter = { restauranteId, ...UNFILTERED, desde: desdeMs, hasta: hastaMs };
  let after = '';
  for (let read = 0; read < ORDERS_MAX; read += SLICE_ORDERS) {
    const { lines, last } = await pedidos.slice(filter, after, SLICE_ORDERS);
    if (last === null) return;
    const text = Buffer.from(lines).toString().trimEnd();
    for (const line of text.split('\n')) yield JSON.parse(line) as Pedido;
    after = last;
    // SQLite is synchronous: without a pause, this would hold up every other request.
    await setImmediate();
  }
}
