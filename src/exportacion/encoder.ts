import type { Column, Formato, Tabla } from '../contract/exportacion.ts';
import type { MakeFormat } from './format.ts';
import { makeScan } from './scan.ts';

/** Writes a file piece by piece. */
interface Encoder {
  /** Takes orders as NDJSON; returns the bytes that they add to the file, if there are any yet. */
  encode(lines: Buffer): Uint8Array;
  /** The last bytes of the file. */
  end(): Uint8Array;
}

export interface EncoderOptions {
  tabla: Tabla;
  columns: readonly Column[];
  formato: Formato;
  /** For spreadsheets, which know no time zones and show local times. */
  timeZone: string;
}

/** Loaded lazily: a thread that writes CSV needs no Parquet. */
const FORMATS: Record<Formato, () => Promise<MakeFormat>> = {
  ndjson: async () => (await import('./formatos/ndjson.ts')).makeNdjson,
  csv: async () => (await import('./formatos/csv.ts')).makeCsv,
  xlsx: async () => (await import('./formatos/xlsx.ts')).makeXlsx,
  parquet: async () => (await import('./formatos/parquet.ts')).makeParquet,
};

export const makeEncoder = async (options: EncoderOptions): Promise<Encoder> => {
  const { tabla, columns, formato, timeZone } = options;
  const scan = makeScan(tabla, columns);
  const makeFormat = await FORMATS[formato]();
  const format = makeFormat(columns, { sheet: tabla, timeZone });
  return {
    encode: (lines) => format.add(scan(lines)),
    end: format.end,
  };
};
