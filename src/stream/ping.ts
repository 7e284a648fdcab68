import type { REANUDACIONES } from '../contract/recursos/evento.ts';
import { isoTimestamp } from '../domain/pedido/pedido.ts';

/** How a connection began. */
export interface Beginning {
  reanudacion: (typeof REANUDACIONES)[number];
  /** The events of the connection are those after this one; null: from the first that is kept. */
  desde: string | null;
}

export interface PingState extends Beginning {
  momentoMs: number;
  /** The newest event of the log as far as it is known. */
  hasta: string | null;
  /** The last event that was looked at for this connection: where it would go on. */
  id: string | null;
}

/** A keep-alive. Its `id` moves even where the filter lets nothing through. */
export const encodePing = ({ reanudacion, desde, hasta, id, momentoMs }: PingState): string => {
  const data = {
    tipo: 'conexion.ping',
    momento: isoTimestamp(momentoMs),
    reanudacion,
    desde,
    hasta,
  };
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `event: conexion.ping\n${idLine}data: ${JSON.stringify(data)}\n\n`;
};
