import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { StoreTarget } from '../../src/storage/open.ts';
import type { StoredEvent } from '../../src/storage/port/log.ts';
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

/** Reads back what the service has stored since the last time, in order of arrival. */
export const openRowReader = async (target: StoreTarget, restaurants: readonly string[]) => {
  const store = await openTestStore(target);
  const positions = new Map<string, number>();
  /** Entries of each order so far. */
  const entries = new Map<string, number>();
  const toRow = (restauranteId: string, { secuencia, id, tipo, body }: StoredEvent): LogRow => {
    const cuerpo = Buffer.from(body);
    const { datos, creado_en: momento } = JSON.parse(cuerpo.toString()) as Evento;
    const { pedido } = datos;
    const n = entries.get(pedido.id) ?? 0;
    entries.set(pedido.id, n + 1);
    const source = { momento, accion: pedido.estado, origen: 'sistema', usuario: null };
    const entrada = Buffer.from(JSON.stringify({ ...source, detalle: {} }));
    return {
      pedido: [restauranteId, pedido.id, Buffer.from(JSON.stringify(pedido))],
      entrada: [restauranteId, pedido.id, n, entrada],
      evento: [restauranteId, secuencia, id, tipo, cuerpo],
    };
  };
  return {
    async next(): Promise<LogRow[]> {
      const rows: LogRow[] = [];
      for (const restauranteId of restaurants) {
        for (;;) {
          const after = positions.get(restauranteId) ?? 0;
          const events = await store.log.events(restauranteId, after, PAGE_EVENTS);
          rows.push(...events.map((event) => toRow(restauranteId, event)));
          const last = events.at(-1);
          if (last !== undefined) positions.set(restauranteId, last.secuencia);
          if (events.length < PAGE_EVENTS) break;
        }
      }
      return rows.sort((a, b) => a.evento[1] - b.evento[1]);
    },
    close: () => store.close(),
  };
};

const PAGE_EVENTS = 1_000;
