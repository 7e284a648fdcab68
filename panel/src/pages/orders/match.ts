import type { Pedido } from '../../api/wire.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The board's filter, without regard to case and accents. */
export const matches = (pedido: Pedido, text: string): boolean => {
  const wanted = plain(text.trim());
  if (wanted === '') return true;
  const { id, numero, cliente, direccion, mesa, items } = pedido;
  return [
    ...[id, numero, cliente.nombre, cliente.telefono, cliente.email],
    ...[direccion?.linea ?? '', mesa?.numero ?? '', ...items.map(({ nombre }) => nombre)],
  ].some((part) => plain(part).includes(wanted));
};
