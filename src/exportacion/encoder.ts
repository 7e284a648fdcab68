import type { Column, Formato, Tabla } from '../contract/exportacion.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import type { MakeFormat } from './format.ts';
import { makeToRows } from './table.ts';

/** Writes a file piece by piece. */
export interface Encoder {
  /** The bytes that these orders add; there may be none yet. */
  encode(pedidos: readonly Pedido[]): Uint8Array;
  /** What closes the file. */
  end(): Uint8Array;
}

export interface EncoderOptions {
  tabla: Tabla;
  columns: readonly Column[];
  formato: Formato;
  /** Spreadsheets show local times: they know no time zones. */
  timeZone: string;
}

/** Loaded when asked for: a thread that writes CSV needs no Parquet. */
const FORMATS: Record<Formato, () => Promise<MakeFormat>> = {
  ndjson: async () => (await import('./formatos/ndjson.ts')).makeNdjson,
  csv: async () => (await import('./formatos/csv.ts')).makeCsv,
  xlsx: async () => (await import('./formatos/xlsx.ts')).makeXlsx,
  parquet: async () => (await import('./formatos/parquet.ts')).makeParquet,
};

export const makeEncoder = async (options: EncoderOptions): Promise<Encoder> => {
  const { tabla, columns, formato, timeZone } = options;
  const toRows = makeToRows(tabla, columns);
  const makeFormat = await FORMATS[formato]();
  const format = makeFormat(columns, { sheet: tabla, timeZone });
  return {
    encode: (pedidos) => format.add(toRows(pedidos)),
    end: format.end,
  };
};
