import { PREFIX } from '../../contract/ids.ts';
import type { TipoRegistrado } from '../../contract/recursos/evento.ts';
import type { CampoPedido } from '../../contract/recursos/pedido.ts';
import { decodeBase32, encodeBase32, randomBase32 } from '../ids.ts';
import { type PedidoJson, pedidoBytes } from './pedido-json.ts';

/**
 * An event id is `evt_` + sequence + log tag + random. The sequence makes a position readable without
 * an index; the tag (random, one per restaurant's log) tells a foreign id from an old one after the
 * event itself was pruned; the random part tells a log restored from a backup from the one it replaced.
 */
const SEQUENCE_CHARS = 10;
const LOG_TAG_CHARS = 6;
const RANDOM_CHARS = 10;
const ID_CHARS = PREFIX.evento.length + SEQUENCE_CHARS + LOG_TAG_CHARS + RANDOM_CHARS;

export const makeLogTag = (randomBytes: (size: number) => Uint8Array): string =>
  randomBase32(randomBytes(LOG_TAG_CHARS));

export const makeEventId = (
  secuencia: number,
  logTag: string,
  randomBytes: (size: number) => Uint8Array,
): string =>
  PREFIX.evento +
  encodeBase32(secuencia, SEQUENCE_CHARS) +
  logTag +
  randomBase32(randomBytes(RANDOM_CHARS));

/**
 * The position before the first event, written as an id: a client that was cut off before it had received
 * any event resumes from it and misses nothing.
 */
export const startId = (logTag: string): string =>
  PREFIX.evento + encodeBase32(0, SEQUENCE_CHARS) + logTag + '0'.repeat(RANDOM_CHARS);

interface EventPosition {
  /** 0: before the first event. */
  secuencia: number;
  logTag: string;
}

/** Reads the position from an event id; null if the text is not one. */
export const parseEventId = (id: string): EventPosition | null => {
  if (id.length !== ID_CHARS || !id.startsWith(PREFIX.evento)) return null;
  const tagStart = PREFIX.evento.length + SEQUENCE_CHARS;
  const secuencia = decodeBase32(id.slice(PREFIX.evento.length, tagStart));
  const rest = id.slice(tagStart);
  if (secuencia === null || decodeBase32(rest) === null) return null;
  const logTag = rest.slice(0, LOG_TAG_CHARS);
  return secuencia > 0 || id === startId(logTag) ? { secuencia, logTag } : null;
};

interface EventHead {
  id: string;
  tipo: TipoRegistrado;
  creadoEn: string;
  restauranteId: string;
  secuencia: number;
}

/** Wraps the wire JSON of an order in that of its event, so that the order is never serialised twice. */
export const encodeEvent = (
  head: EventHead,
  pedido: PedidoJson,
  cambios: readonly CampoPedido[],
): Uint8Array =>
  pedidoBytes(
    pedido,
    `{"id":"${head.id}","tipo":"${head.tipo}","creado_en":"${head.creadoEn}"` +
      `,"restaurante_id":"${head.restauranteId}","secuencia":${head.secuencia}` +
      ',"datos":{"pedido":',
    `,"cambios":${JSON.stringify(cambios)}}}`,
  );
