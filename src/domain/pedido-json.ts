import { type CampoPedido, Pedido } from '../contract/pedido.ts';

/**
 * The wire JSON of an order in two pieces. The head holds what a change of state touches; the tail,
 * nine tenths of it, is taken over as bytes from one state to the next.
 */
export interface PedidoJson {
  head: Uint8Array;
  tail: Uint8Array;
}

const FIELDS = Object.keys(Pedido.properties) as CampoPedido[];
const HEAD_FIELDS = FIELDS.slice(0, FIELDS.indexOf('restaurante'));
const TAIL_FIELDS = FIELDS.slice(HEAD_FIELDS.length);
const inTail = new Set<CampoPedido>(TAIL_FIELDS);

export const encodePedido = (
  pedido: Pedido,
  previous: PedidoJson | undefined,
  cambios: readonly CampoPedido[],
): PedidoJson => {
  const isTailKept = previous !== undefined && !cambios.some((field) => inTail.has(field));
  return {
    head: Buffer.from(`{${encodeFields(pedido, HEAD_FIELDS)}`),
    tail: isTailKept ? previous.tail : Buffer.from(`,${encodeFields(pedido, TAIL_FIELDS)}}`),
  };
};

const encodeFields = (pedido: Pedido, fields: readonly CampoPedido[]): string => {
  let json = '';
  for (const field of fields) {
    json += `${json === '' ? '' : ','}"${field}":${JSON.stringify(pedido[field])}`;
  }
  return json;
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
