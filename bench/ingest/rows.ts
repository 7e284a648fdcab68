import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { StoreTarget } from '../../src/storage/open.ts';
import { openTestStore } from '../../test/support/service.ts';

/** The stored bytes of one command, which a bare loop has to store as well, as rows of three tables. */
export interface LogRow {
  pedido: [restauranteId: string, id: string, cuerpo: Buffer];
  entrada: [restauranteId: string, pedidoId: string, n: number, cuerpo: Buffer];
  evento: [restauranteId: string, secuencia: number, id: string, tipo: string, cuerpo: Buffer];
}

/** The same tables without the service. */
export interface BareStore {
  /** One transaction. */
  store(rows: readonly LogRow[]): Promise<void> | void;
  close(): Promise<void> | void;
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
      for (const { secuencia, id, tipo, body } of events) {
        const cuerpo = Buffer.from(body);
        const { datos, creado_en: momento } = JSON.parse(cuerpo.toString()) as Evento;
        const { pedido } = datos;
        const n = entries.get(pedido.id) ?? 0;
        entries.set(pedido.id, n + 1);
        const source = { momento, accion: pedido.estado, origen: 'sistema', usuario: null };
        const entrada = Buffer.from(JSON.stringify({ ...source, detalle: {} }));
        rows.push({
          pedido: [restauranteId, pedido.id, Buffer.from(JSON.stringify(pedido))],
          entrada: [restauranteId, pedido.id, n, entrada],
          evento: [restauranteId, secuencia, id, tipo, cuerpo],
        });
      }
      const last = events.at(-1);
      if (last === undefined) break;
      after = last.secuencia;
    }
  }
  await store.close();
  return rows.sort((a, b) => a.evento[1] - b.evento[1]);
};
