import { type CampoPedido, Pedido } from '../contract/pedido.ts';

/** The JSON of each field of an order, in the order of the contract's table. */
export type CamposJson = readonly string[];

const FIELDS = Object.keys(Pedido.properties) as CampoPedido[];
const KEYS = FIELDS.map((field) => `"${field}":`);

/**
 * Serialises an order field by field, taking over what a change left alone: most commands touch a
 * state and a timestamp, and an order is two kilobytes of everything else.
 */
export const encodeCampos = (
  pedido: Pedido,
  previous: CamposJson | undefined,
  cambios: readonly CampoPedido[],
): CamposJson => {
  if (previous === undefined) return FIELDS.map((field) => JSON.stringify(pedido[field]));
  const campos = [...previous];
  for (const field of cambios) campos[FIELDS.indexOf(field)] = JSON.stringify(pedido[field]);
  return campos;
};

/** The wire JSON of the whole order. */
export const joinCampos = (campos: CamposJson): string => {
  let json = '{';
  for (let i = 0; i < KEYS.length; i += 1) {
    json += i === 0 ? KEYS[i] : `,${KEYS[i]}`;
    json += campos[i];
  }
  return `${json}}`;
};
