import { Buffer } from 'node:buffer';
import { TIPOS_REGISTRADOS, type TipoRegistrado } from '../contract/recursos/evento.ts';
import { isoTimestamp } from '../domain/time.ts';
import type { StoredEvent } from '../storage/port/log.ts';
import type { Beginning } from './resume.ts';

export type TypeMask = number;

const BITS = new Map<TipoRegistrado, TypeMask>(TIPOS_REGISTRADOS.map((tipo, i) => [tipo, 1 << i]));

export const maskOf = (tipos: readonly TipoRegistrado[]): TypeMask =>
  tipos.reduce((mask, tipo) => mask | (BITS.get(tipo) ?? 0), 0);

export const typesOf = (mask: TypeMask): TipoRegistrado[] =>
  TIPOS_REGISTRADOS.filter((tipo) => wants(mask, tipo));

const wants = (mask: TypeMask, tipo: TipoRegistrado): boolean =>
  (mask & (BITS.get(tipo) ?? 0)) !== 0;

/** Reduces an event to what a connection may see. Connections of the same view share the bytes. */
export type View = (event: StoredEvent) => StoredEvent;

export const wholeEvent: View = (event) => event;

export type Frames = { bytes: Buffer; events: number };

const TAIL = '\n\n';

/** A body is JSON without a line break: it fits one `data` line. */
const headOf = ({ tipo, id }: StoredEvent): string => `event: ${tipo}\nid: ${id}\ndata: `;

export const encodeFrames = (
  events: readonly StoredEvent[],
  { mask, view }: { mask: TypeMask; view: View },
): Frames | null => {
  const wanted = events.filter(({ tipo }) => wants(mask, tipo)).map(view);
  if (wanted.length === 0) return null;
  const heads = wanted.map(headOf);
  let size = 0;
  for (const [i, { body }] of wanted.entries()) {
    size += (heads[i]?.length ?? 0) + body.length + TAIL.length;
  }
  // Not from the shared pool: a slow reader would keep the whole pool slab alive.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const [i, { body }] of wanted.entries()) {
    at += bytes.write(heads[i] ?? '', at, 'latin1');
    bytes.set(body, at);
    at += body.length;
    at += bytes.write(TAIL, at, 'latin1');
  }
  return { bytes, events: wanted.length };
};

/** Encodes events once per view and set of types, however many connections share it. */
export const makeFrameSet = (events: readonly StoredEvent[]) => {
  const known = new Map<View, Map<TypeMask, Frames | null>>();
  return ({ mask, view }: { mask: TypeMask; view: View }): Frames | null =>
    known
      .getOrInsertComputed(view, () => new Map())
      .getOrInsertComputed(mask, () => encodeFrames(events, { mask, view }));
};

interface PingState extends Beginning {
  momentoMs: number;
  /** The newest event of the log as far as it is known. */
  hasta: string | null;
  /** The last event that this connection has sent or filtered out: where it would resume. */
  id: string | null;
}

/** A keep-alive. Its `id` moves even while the filter lets nothing through. */
export const encodePing = ({ reanudacion, desde, hasta, id, momentoMs }: PingState): string => {
  const momento = isoTimestamp(momentoMs);
  const data = { tipo: 'conexion.ping', momento, reanudacion, desde, hasta };
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `event: conexion.ping\n${idLine}data: ${JSON.stringify(data)}\n\n`;
};
