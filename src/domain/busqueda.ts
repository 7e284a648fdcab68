import type { Pedido } from '../contract/recursos/pedido.ts';

const MARKS = /\p{M}/gu;

/** Without case and accents, so that «jose» finds «José». */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase();

const DIGITS_MIN = 4;

/** Whether an order has the text in it; a number is also looked for in the phone, however it is written. */
export const makeMatcher = (text: string): ((pedido: Pedido) => boolean) => {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  return (pedido) => {
    const { cliente, direccion, mesa } = pedido;
    if (digits.length >= DIGITS_MIN && cliente.telefono.replace(/\D/g, '').includes(digits)) {
      return true;
    }
    const places = [direccion?.linea, direccion?.codigo_postal, mesa?.numero, pedido.instrucciones];
    const haystack = fold(
      [
        ...[pedido.id, pedido.numero, cliente.nombre, cliente.telefono, cliente.email],
        ...places.map((each) => each ?? ''),
        ...pedido.items.map(({ nombre }) => nombre),
      ].join('\n'),
    );
    return words.every((word) => haystack.includes(word));
  };
};
