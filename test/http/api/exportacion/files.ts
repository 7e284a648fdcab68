import { zstdDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';

/** Parses a CSV file by RFC 4180, independently of our writer, so that neither hides the other's mistakes. */
export const readCsv = (text: string, separator = ','): Record<string, string>[] => {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (isQuoted && char === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && char !== '\r' && char !== '\n')) cell += char;
    else if (char !== '\r') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (char === '\n') rows.push([]);
    }
  }
  if (rows.pop()?.length !== 0) throw new Error('the file does not end with its line');
  const [names = [], ...values] = rows;
  return values.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
};

/** The rows of a Parquet file, as an independent reader finds them. */
export const readParquet = (file: Uint8Array): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({
    file: Uint8Array.from(file).buffer,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });

/** The columns of a Parquet file that are instants (UTC) and not local times. */
export const readInstants = (file: Uint8Array): string[] =>
  parquetMetadata(Uint8Array.from(file).buffer)
    .schema.filter(
      ({ logical_type: type }) => type?.type === 'TIMESTAMP' && type.isAdjustedToUTC === true,
    )
    .map(({ name }) => name);

export const readPart = (file: Uint8Array, name: string): string =>
  Buffer.from(unzipSync(file)[name] ?? []).toString();

/** The cells of a workbook's sheet, each with its type and shown text; null for an empty one. */
export const readSheet = (
  file: Uint8Array,
  n = 1,
): ({ type: string; value: string } | null)[][] => {
  const sheet = readPart(file, `xl/worksheets/sheet${n}.xml`);
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c([^>]*)>(.*?)<\/c>/gs)].map(([, attributes, content = '']) => {
      if (attributes === undefined) return null;
      const type = /t="(\w+)"/.exec(attributes)?.[1] ?? 'n';
      return { type, value: unescapeCell(content.replaceAll(/<[^>]+>/g, '')) };
    }),
  );
};

const unescapeCell = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
