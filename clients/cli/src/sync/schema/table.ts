export type ColumnType =
  | 'text'
  | 'integer'
  /** An amount in the contract's unit: a whole number of cents, exact on every target. */
  | 'cents'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'json';

interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Where its value comes from: the order, the part of it that the row is about, or our own code. */
  readonly from: 'pedido' | 'part' | 'own';
  readonly path: readonly string[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Empty: the table is only ever replaced as a whole. */
  readonly key: readonly string[];
}

/** A value as JSON has it; drivers turn it into what their database takes. */
export type Value = string | number | boolean | null | object;
export type Row = readonly Value[];

/**
 * Columns as text: `cliente.nombre text` is the column `cliente_nombre`, `pedido_id=id text` another name for a field.
 */
export const columns = (from: Column['from'], text: string): Column[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [field = '', type = ''] = line.trim().split(' ');
      const [name, path = name] = field.split('=');
      return {
        name: (name ?? '').replaceAll('.', '_'),
        type: type as ColumnType,
        from,
        path: (path ?? '').split('.'),
      };
    });

/** Quoted for all three databases. The names are ours: none holds a quotation mark to escape. */
export const quoteName = (name: string): string => `"${name}"`;
