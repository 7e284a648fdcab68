// The tables, formats and columns of an export. No schemas here: the thread that writes a file loads this and little else.

export const TABLAS = ['pedidos', 'items', 'iva', 'pagos'] as const;
export const FORMATOS = ['ndjson', 'csv', 'xlsx', 'parquet'] as const;

export type Tabla = (typeof TABLAS)[number];
/** How CSV is written: for programs, or for a Spanish Excel. */
export const ESTILOS = ['programa', 'excel'] as const;
export type Estilo = (typeof ESTILOS)[number];

export type Formato = (typeof FORMATOS)[number];

/** A spreadsheet program hardly opens more rows than this. */
export const XLSX_FILAS_MAX = 100_000;

export type ColumnType =
  | 'text'
  | 'integer'
  | 'cents'
  | 'number'
  | 'boolean'
  | 'timestamp'
  /** A list that has no columns of its own, as JSON. */
  | 'json';

export interface Column {
  name: string;
  type: ColumnType;
  /** Where `path` starts: at the order, or at the part of it that the row is about. */
  of: 'pedido' | 'fila';
  path: readonly string[];
}
