import type { Row, Table, Value } from '../schema/table.ts';

/**
 * One expression for all columns of a row: V8 then knows the shape of each object, and a row costs a tenth of what
 * walking the paths does. The names are ours, never the service's.
 */
export const compileRow = ({
  columns,
}: Table): ((pedido: object, part: object, own: readonly Value[]) => Row) => {
  let owned = 0;
  const values = columns.map(({ from, path }) => {
    if (from === 'own') {
      owned += 1;
      return `own[${owned - 1}]`;
    }
    const [first, ...rest] = path.map((name) => `[${JSON.stringify(name)}]`);
    return `${[`${from}${first}`, ...rest].join('?.')} ?? null`;
  });
  return new Function('pedido', 'part', 'own', `return [${values.join()}]`) as ReturnType<
    typeof compileRow
  >;
};
