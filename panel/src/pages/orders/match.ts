import type { Pedido } from '../../api/wire.ts';
import { plain } from '../../plain-text.ts';

/** The board's filter, without regard to case and accents. */
export const matches = (pedido: Pedido, text: string): boolean => {
  const wanted = plain(text.trim());
  if (wanted === '') return true;
  const { id, numero, cliente, direccion, mesa, items, pago, fiscal } = pedido;
  if (wanted.startsWith('#')) return numero.endsWith(`-${wanted.slice(1)}`);
  const digits = /^[\d\s()+./-]{4,}$/.test(wanted) ? wanted.replace(/\D/g, '') : '';
  if (digits.length >= 4 && cliente.telefono.replace(/\D/g, '').includes(digits)) return true;
  return [
    id,
    numero,
    cliente.nombre,
    cliente.telefono,
    cliente.email,
    direccion?.linea ?? '',
    mesa?.numero ?? '',
    ...items.map(({ nombre }) => nombre),
    pago.referencia_externa,
    fiscal?.factura_numero ?? '',
  ].some((part) => plain(part).includes(wanted));
};
