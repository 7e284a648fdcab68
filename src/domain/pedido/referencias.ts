import type { Pedido } from '../../contract/recursos/pedido.ts';
import { foldedWords } from '../fold.ts';

const REFERENCE_CHARS_MAX = 100;

/** Keeps only ASCII letters and digits: «FA-2026/00 12» and «fa20260012» are the same. Has no hyphen, unlike `numberKey`. */
export const referenceKey = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()
    .slice(0, REFERENCE_CHARS_MAX);

/** The daily number comes first, so that #42 of all days are neighbours in the index: `42-20261115`. */
export const numberKey = (numero: string): string => {
  const [dia = '', n = ''] = numero.split('-');
  return `${n}-${dia}`;
};

/** Keys of invoices and of payments begin with what they are: an invoice is not found by the reference of a payment. */
export const INVOICE = 'f:';
export const PAYMENT = 'p:';
/** Keys of the words of the customer's name. */
export const NAME = 'n:';
/** Names of people have fewer words; one with more is found by the first. */
const NAME_WORDS_MAX = 8;
const WORD_CHARS_MAX = 40;

/** Null if nothing is left of the number of the invoice. */
export const invoiceKey = (factura: string): string | null => {
  const key = referenceKey(factura);
  return key === '' ? null : INVOICE + key;
};

const paymentKeys = ({ referencia_externa, pagos }: Pedido['pago']): string[] =>
  [referencia_externa, ...pagos.map((pago) => pago.referencia_externa ?? '')]
    .map(referenceKey)
    .filter((key) => key !== '')
    .map((key) => PAYMENT + key);

const nameKeys = ({ nombre }: Pedido['cliente']): string[] =>
  foldedWords(nombre)
    .slice(0, NAME_WORDS_MAX)
    .map((word) => NAME + word.slice(0, WORD_CHARS_MAX));

/** The keys by which an order is found: number, invoice, payments and the customer's name. */
export const referencesOf = ({ numero, pago, fiscal, cliente }: Pedido): string[] => {
  const invoice = invoiceKey(fiscal?.factura_numero ?? '');
  const invoices = invoice === null ? [] : [invoice];
  const keys = [numberKey(numero), ...invoices, ...paymentKeys(pago), ...nameKeys(cliente)];
  return [...new Set(keys)];
};

/** The keys that a change has added and removed. */
export const changedReferences = (before: Pedido | null, pedido: Pedido) => {
  const isSame =
    before?.pago === pedido.pago &&
    before.fiscal === pedido.fiscal &&
    before.cliente === pedido.cliente;
  if (isSame) {
    return { added: [], removed: [] };
  }
  const old = new Set(before === null ? [] : referencesOf(before));
  const now = new Set(referencesOf(pedido));
  return { added: [...now.difference(old)], removed: [...old.difference(now)] };
};
