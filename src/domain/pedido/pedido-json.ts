import { crc32 } from 'node:zlib';
import type { CampoPedido, Pedido } from '../../contract/recursos/pedido.ts';

/** The fields that a change of state touches. They come first on the wire. */
const HEAD_FIELDS = [
  'id',
  'numero',
  'tipo',
  'estado',
  'fuente',
  'creado_en',
  'aceptado_en',
  'entregado_en',
  'programado_para',
] as const satisfies CampoPedido[];
type HeadField = (typeof HEAD_FIELDS)[number];

/** The wire JSON of an order in two pieces. A change of state reuses the bytes of the tail, nine tenths of the order. */
export interface PedidoJson {
  head: Uint8Array;
  tail: Uint8Array;
  /** CRC-32 of the tail. */
  tailChecksum: number;
}

export const encodePedido = (
  pedido: Pedido,
  previous: PedidoJson | undefined,
  cambios: readonly CampoPedido[],
): PedidoJson => {
  const isInHead = (field: CampoPedido) => (HEAD_FIELDS as readonly CampoPedido[]).includes(field);
  const head = encodeHead(pedido);
  if (previous !== undefined && cambios.every(isInHead)) return { ...previous, head };
  const tail = encodeTail(pedido);
  return { head, tail, tailChecksum: crc32(tail) };
};

/** A checksum of the whole order: that of the tail, continued over the head. */
export const checksumOf = ({ head, tailChecksum }: PedidoJson): number => crc32(head, tailChecksum);

/** Leaves out the closing brace. A literal is three times as fast as a loop over the fields. */
const encodeHead = (pedido: Pedido): Uint8Array => {
  const { id, numero, tipo, estado, fuente, creado_en } = pedido;
  const { aceptado_en, entregado_en, programado_para } = pedido;
  const head: Pick<Pedido, HeadField> = {
    id,
    numero,
    tipo,
    estado,
    fuente,
    creado_en,
    aceptado_en,
    entregado_en,
    programado_para,
  };
  return Buffer.from(JSON.stringify(head).slice(0, -1));
};

/** Begins with the comma that follows the head. */
const encodeTail = (pedido: Pedido): Uint8Array => {
  const { restaurante, cliente, direccion, mesa, items, totales } = pedido;
  const { pago, entrega, fiscal, instrucciones } = pedido;
  const tail: Omit<Pedido, HeadField> = {
    restaurante,
    cliente,
    direccion,
    mesa,
    items,
    totales,
    pago,
    entrega,
    fiscal,
    instrucciones,
  };
  return Buffer.from(`,${JSON.stringify(tail).slice(1)}`);
};

/**
 * The beginning of the JSON of an order. Nothing else in a stored body looks like it: an id holds no character that JSON
 * escapes, and a quotation mark inside of a text would be escaped.
 */
export const jsonStartOf = (id: string): string => `{"id":"${id}","numero":`;

/** The bytes of the whole order, between a prefix and a suffix in ASCII. */
export const pedidoBytes = ({ head, tail }: PedidoJson, prefix = '', suffix = ''): Uint8Array =>
  Buffer.concat([Buffer.from(prefix), head, tail, Buffer.from(suffix)]);
