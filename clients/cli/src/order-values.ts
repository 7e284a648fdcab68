import type { Pedido } from '../../typescript/src/index.ts';

/** Tables, not lists: one that the contract gains does not compile until it is here. */
const IS_ESTADO: Readonly<Record<Pedido['estado'], true>> = {
  pendiente: true,
  confirmado: true,
  en_preparacion: true,
  listo: true,
  en_reparto: true,
  entregado: true,
  cancelado: true,
};
const IS_TIPO: Readonly<Record<Pedido['tipo'], true>> = {
  reparto: true,
  recogida: true,
  mesa: true,
};

export const ESTADOS = Object.keys(IS_ESTADO) as Pedido['estado'][];
export const TIPOS = Object.keys(IS_TIPO) as Pedido['tipo'][];
