import { PEDIDO_ID } from '../contract/ids.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { callingCode, PHONE_DIGITS_MIN, phoneDigits, phoneVariants } from './cliente/telefono.ts';
import { fold, foldedWords } from './fold.ts';
import { INVOICE, numberKey, PAYMENT, referenceKey, referencesOf } from './pedido/referencias.ts';

const DIGITS_MIN = 4;
const REFERENCE_CHARS_MIN = 4;
/** Shorter words alone begin too many names. */
const NAME_CHARS_MIN = 2;
/** Text in quotation marks is looked for in all that an order says, and in no index. */
const QUOTED = /^["“«](.+)["”»]$/;

/** A parsed search. Its keys find orders by an index; `matches` decides whether a found order is meant. */
export interface Busqueda {
  matches(pedido: Pedido): boolean;
  pedidoId: string | null;
  /** The ways in which the same phone number may be written, digits only. */
  telefonos: string[];
  email: string | null;
  /** The beginnings of references: of the order's number if that was given, or else of an invoice's and a payment's. */
  referencias: string[];
  /** The beginnings of words of a customer's name, all of which it has. */
  nombre: string[];
}

/** `own` is the restaurant's phone number: customers write theirs with and without its calling code. */
export const readBusqueda = (text: string, own: string | null): Busqueda => {
  const [, quoted] = QUOTED.exec(text.trim()) ?? [];
  const wanted = quoted?.trim() ?? text.trim();
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  const [, dia = '', n] = /^(?:#|(\d{8})-)(\d{1,12})$/.exec(wanted) ?? [];
  const digits = /^[\d\s()+./-]+$/.test(wanted) ? phoneDigits(wanted) : '';
  const telefonos =
    digits.length >= DIGITS_MIN ? phoneVariants(digits, callingCode(own ?? '')) : [];
  const key = referenceKey(wanted);
  const isReference = key.length >= REFERENCE_CHARS_MIN && /\d/.test(key);
  const references = isReference ? [INVOICE + key, PAYMENT + key] : [];

  const names = foldedWords(wanted);
  const isName = names.some(({ length }) => length >= NAME_CHARS_MIN);
  const search: Busqueda = {
    matches(pedido) {
      if (n !== undefined) return pedido.numero.startsWith(dia) && pedido.numero.endsWith(`-${n}`);
      const phone = pedido.cliente.telefono.replace(/\D/g, '');
      if (telefonos.some((telefono) => phone.includes(telefono))) return true;
      const own = isReference ? referencesOf(pedido) : [];
      if (own.some((each) => references.some((reference) => each.startsWith(reference)))) {
        return true;
      }
      const haystack = fold(wordsOf(pedido).join('\n'));
      return words.every((word) => haystack.includes(word));
    },
    pedidoId: PEDIDO_ID.test(wanted) ? wanted : null,
    telefonos: digits.length >= PHONE_DIGITS_MIN ? telefonos : [],
    email: /^\S+@\S+$/.test(wanted) ? wanted : null,
    referencias: n === undefined ? references : [numberKey(`${dia}-${n}`)],
    nombre: isName ? names : [],
  };
  if (quoted === undefined) return search;
  return { ...search, pedidoId: null, telefonos: [], email: null, referencias: [], nombre: [] };
};

/** Whether an index can tell which orders are meant. */
export const hasKeys = ({ pedidoId, telefonos, email, referencias, nombre }: Busqueda): boolean =>
  pedidoId !== null || email !== null || telefonos.length + referencias.length + nombre.length > 0;

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
