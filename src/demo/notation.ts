export type Row = readonly string[];

export const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));

export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `Pan sin gluten 120`: a name and what it costs; without a price it is free. */
export const priced = (text: string): { nombre: string; precio_cents: number } => {
  const [, nombre = '', cents] = /^(.*?)(?: (\d+))?$/.exec(text) ?? [];
  return { nombre, precio_cents: Number(cents ?? 0) };
};
