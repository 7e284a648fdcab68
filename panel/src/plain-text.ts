/** Without case and accents: for comparing what people type. */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A value of any type, as the history and the audit hold it. */
export const plainValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
