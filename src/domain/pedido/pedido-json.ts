import { crc32 } from 'node:zlib';
import { type CampoPedido, Pedido } from '../../contract/recursos/pedido.ts';

/**
 * The wire JSON of an order in two pieces. The head holds what a change of state touches; the tail,
 * nine tenths of it, is taken over as bytes from one state to the next.
 */
export interface PedidoJson {
  head: Uint8Array;
  tail: Uint8Array;
  /** CRC-32 of the tail. */
  tailHuella: number;
}

const FIELDS = Object.keys(Pedido.properties) as CampoPedido[];
const inTail = new Set<CampoPedido>(FIELDS.slice(FIELDS.indexOf('restaurante')));

export const encodePedido = (
  pedido: Pedido,
  previous: PedidoJson | undefined,
  cambios: readonly CampoPedido[],
): PedidoJson => {
  const isTailKept = previous !== undefined && !cambios.some((field) => inTail.has(field));
  const head = encodeHead(pedido);
  if (isTailKept) return { ...previous, head };
  const tail = encodeTail(pedido);
  return { head, tail, tailHuella: crc32(tail) };
};

/** A checksum of the whole order: that of the tail, carried on over the head. */
export const huellaOf = ({ head, tailHuella }: PedidoJson): number => crc32(head, tailHuella);

/** Up to `programado_para`, without the closing brace. One literal is three times as fast as a loop. */
const encodeHead = (pedido: Pedido): Uint8Array => {
  const { id, numero, tipo, estado, fuente, creado_en } = pedido;
  const { aceptado_en, entregado_en, programado_para } = pedido;
  const times = { creado_en, aceptado_en, entregado_en, programado_para };
  const json = JSON.stringify({ id, numero, tipo, estado, fuente, ...times });
  return Buffer.from(json.slice(0, -1));
};

/**
 * How the head of an order begins. Nothing inside of an order begins like that, and no text can. An id is
 * made of characters that JSON takes as they are.
 */
export const openingOf = (id: string): string => `{"id":"${id}","numero":`;

/** From `restaurante` on, with the comma before it. */
const encodeTail = (pedido: Pedido): Uint8Array => {
  const { restaurante, cliente, direccion, mesa, items, totales } = pedido;
  const { pago, entrega, fiscal, instrucciones } = pedido;
  const who = { restaurante, cliente, direccion, mesa };
  const json = JSON.stringify({ ...who, items, totales, pago, entrega, fiscal, instrucciones });
  return Buffer.from(`,${json.slice(1)}`);
};

/** The bytes of the whole order, between a prefix and a suffix in ASCII. */
export const wrapPedido = ({ head, tail }: PedidoJson, prefix = '', suffix = ''): Uint8Array => {
  const headAt = prefix.length;
  const tailAt = headAt + head.length;
  const suffixAt = tailAt + tail.length;
  const bytes = Buffer.allocUnsafe(suffixAt + suffix.length);
  bytes.write(prefix, 0, 'latin1');
  bytes.set(head, headAt);
  bytes.set(tail, tailAt);
  bytes.write(suffix, suffixAt, 'latin1');
  return bytes;
};
