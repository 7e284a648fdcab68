import { PEDIDO_ID } from '../contract/ids.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { numberKey, referenceKey, referencesOf } from './pedido/referencias.ts';

const MARKS = /\p{M}/gu;

/** Removes case and accents, so that «jose» finds «José». */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase();

const DIGITS_MIN = 4;
/** A shorter number is never a whole phone number. */
const PHONE_DIGITS_MIN = 7;
const REFERENCE_CHARS_MIN = 4;

const ONE_DIGIT_CODES = /^[17]/;
const TWO_DIGIT_CODES = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The country calling code of a phone number that is written with one. */
export const callingCode = (telefono: string): string | null => {
  const [, digits = ''] = /^\s*(?:\+|00)([\d\s()./-]+)$/.exec(telefono) ?? [];
  const number = digits.replace(/\D/g, '');
  if (number === '') return null;
  if (ONE_DIGIT_CODES.test(number)) return number.slice(0, 1);
  return number.slice(0, TWO_DIGIT_CODES.test(number) ? 2 : 3);
};

/** A parsed search. Its keys find orders by an index; `matches` decides whether a found order is meant. */
export interface Busqueda {
  matches(pedido: Pedido): boolean;
  pedidoId: string | null;
  /** The ways in which the same phone number may be written, digits only. */
  telefonos: string[];
  email: string | null;
  /** The beginning of a reference: of the order's number if that was given, or else of an invoice's or a payment's. */
  referencia: string | null;
}

/** `own` is the restaurant's phone number: customers write theirs with and without its calling code. */
export const readBusqueda = (text: string, own: string | null): Busqueda => {
  const wanted = text.trim();
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  const [, dia = '', n] = /^(?:#|(\d{8})-)(\d{1,12})$/.exec(wanted) ?? [];
  const digits = /^[\d\s()+./-]+$/.test(wanted) ? wanted.replace(/\D/g, '').replace(/^00/, '') : '';
  const telefonos =
    digits.length >= DIGITS_MIN ? phoneVariants(digits, callingCode(own ?? '')) : [];
  const key = referenceKey(wanted);
  const reference = key.length >= REFERENCE_CHARS_MIN && /\d/.test(key) ? key : null;

  return {
    matches(pedido) {
      if (n !== undefined) return pedido.numero.startsWith(dia) && pedido.numero.endsWith(`-${n}`);
      const phone = pedido.cliente.telefono.replace(/\D/g, '');
      if (telefonos.some((telefono) => phone.includes(telefono))) return true;
      if (reference !== null && referencesOf(pedido).some((each) => each.startsWith(reference))) {
        return true;
      }
      const haystack = fold(wordsOf(pedido).join('\n'));
      return words.every((word) => haystack.includes(word));
    },
    pedidoId: PEDIDO_ID.test(wanted) ? wanted : null,
    telefonos: digits.length >= PHONE_DIGITS_MIN ? telefonos : [],
    email: /^\S+@\S+$/.test(wanted) ? wanted : null,
    referencia: n === undefined ? reference : numberKey(`${dia}-${n}`),
  };
};

const phoneVariants = (digits: string, code: string | null): string[] => {
  if (code === null) return [digits];
  return digits.startsWith(code) && digits.length > PHONE_DIGITS_MIN + code.length
    ? [digits, digits.slice(code.length)]
    : [digits, `${code}${digits}`];
};

const wordsOf = (pedido: Pedido): string[] => {
  const { id, numero, cliente, direccion, mesa, instrucciones, items, pago, fiscal } = pedido;
  return [
    id,
    numero,
    cliente.nombre,
    cliente.telefono,
    cliente.email,
    direccion?.linea ?? '',
    direccion?.codigo_postal ?? '',
    mesa?.numero ?? '',
    instrucciones ?? '',
    fiscal?.factura_numero ?? '',
    pago.referencia_externa,
    ...pago.pagos.map(({ referencia_externa }) => referencia_externa ?? ''),
    ...items.map(({ nombre }) => nombre),
  ];
};
