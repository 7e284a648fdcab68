import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { StoreTarget } from '../../src/storage/open.ts';
import { openTestStore } from '../../test/support/service.ts';

/** The stored bytes of one command, which a bare loop has to store as well. */
export interface LogRow {
  restauranteId: string;
  pedidoId: string;
  pedido: Buffer;
  n: number;
  entrada: Buffer;
  secuencia: number;
  id: string;
  tipo: string;
  evento: Buffer;
}

/** Reads back the rows that the service stored, in their order of arrival. */
export const readRows = async (
  target: StoreTarget,
  restaurants: readonly string[],
): Promise<LogRow[]> => {
  const store = await openTestStore(target);
  const rows: LogRow[] = [];
  for (const restauranteId of restaurants) {
    const entries = new Map<string, number>();
    for (let after = 0; ; ) {
      const events = await store.log.events(restauranteId, after, 1_000);
      const last = events.at(-1);
      if (last === undefined) break;
      for (const { secuencia, id, tipo, body } of events) {
        const evento = Buffer.from(body);
        const { datos, creado_en: momento } = JSON.parse(evento.toString()) as Evento;
        const pedidoId = datos.pedido.id;
        const n = entries.get(pedidoId) ?? 0;
        entries.set(pedidoId, n + 1);
        const entrada = { momento, accion: datos.pedido.estado, origen: 'sistema', usuario: null };
        rows.push({
          restauranteId,
          pedidoId,
          pedido: Buffer.from(JSON.stringify(datos.pedido)),
          n,
          entrada: Buffer.from(JSON.stringify({ ...entrada, detalle: {} })),
          secuencia,
          id,
          tipo,
          evento,
        });
      }
      after = last.secuencia;
    }
  }
  await store.close();
  return rows.sort((a, b) => a.secuencia - b.secuencia);
};
