import type { Formato, Tabla } from '../contract/exportacion.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { makeCsv } from './formatos/csv.ts';
import { makeNdjson } from './formatos/ndjson.ts';
import { makeParquet } from './formatos/parquet.ts';
import { makeXlsx } from './formatos/xlsx.ts';
import { makeTable } from './table.ts';

/** Writes a file piece by piece. */
export interface Encoder {
  /** The bytes that these rows add; there may be none yet. */
  encode(pedidos: readonly Pedido[]): Uint8Array;
  /** What closes the file. */
  end(): Uint8Array;
}

export interface EncoderOptions {
  tabla: Tabla;
  formato: Formato;
  /** Spreadsheets show local times: they know no time zones. */
  timeZone: string;
}

const FORMATS = { ndjson: makeNdjson, csv: makeCsv, xlsx: makeXlsx, parquet: makeParquet };

export const makeEncoder = ({ tabla, formato, timeZone }: EncoderOptions): Encoder => {
  const table = makeTable(tabla);
  const format = FORMATS[formato](table.columns, { sheet: tabla, timeZone });
  return {
    encode: (pedidos) => format.add(table.rows(pedidos)),
    end: format.end,
  };
};
