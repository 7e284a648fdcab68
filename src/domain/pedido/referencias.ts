import type { Pedido } from '../../contract/recursos/pedido.ts';

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

const paymentKeys = ({ referencia_externa, pagos }: Pedido['pago']): string[] =>
  [referencia_externa, ...pagos.map((pago) => pago.referencia_externa ?? '')].map(referenceKey);

/** The keys by which an order is found: number, invoice and payments. */
export const referencesOf = ({ numero, pago, fiscal }: Pedido): string[] => {
  const keys = [
    numberKey(numero),
    referenceKey(fiscal?.factura_numero ?? ''),
    ...paymentKeys(pago),
  ];
  return [...new Set(keys)].filter((key) => key !== '');
};

/** The keys that a change has added. Removed keys still lead to the order: the search checks every order that it finds. */
export const newReferences = (before: Pedido | null, pedido: Pedido): string[] => {
  if (before === null) return referencesOf(pedido);
  if (before.pago === pedido.pago && before.fiscal === pedido.fiscal) return [];
  const known = new Set(referencesOf(before));
  return referencesOf(pedido).filter((key) => !known.has(key));
};
