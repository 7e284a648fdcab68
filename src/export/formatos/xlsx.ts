import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type Column, type ColumnType, XLSX_FILAS_MAX } from '../../contract/exportacion.ts';
import { DAY_MS } from '../../domain/time.ts';
import { type MakeFormat, TooManyRows } from '../format.ts';
import type { Rows } from '../scan.ts';

const DEFLATE_LEVEL = 4;
/** The date of all parts of a workbook, fixed so that the same orders give the same file. In local time, as a zip has it. */
const ZIP_EPOCH = '1980-01-01T00:00';
const CELL_CHARS_MAX = 32_767;
/** Day 0 of a spreadsheet, as milliseconds since 1970. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Indexes into `cellXfs` of the styles below. */
const STYLES: Partial<Record<ColumnType, number>> = { timestamp: 1, cents: 2 };
const HEAD_STYLE = 3;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

const workbook = (sheet: string): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The first row, the names, stays in view. */
const sheetStart = (columns: readonly Column[]): string => {
  const widths = columns.map(
    (_, i) => `<col min="${i + 1}" max="${i + 1}" width="18" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
};
const SHEET_END = '</sheetData></worksheet>';

/**
 * A workbook of one sheet, for people: dates in the restaurant's time zone, amounts in the currency
 * itself (the column loses its `_cents`). Texts are stored as inline strings, so that none is taken for a formula.
 */
export const makeXlsx: MakeFormat = (columns, { sheet, timeZone }) => {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const open = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name, { level: DEFLATE_LEVEL });
    part.mtime = ZIP_EPOCH;
    zip.add(part);
    return part;
  };
  for (const [name, text] of Object.entries({ ...PARTS, 'xl/workbook.xml': workbook(sheet) })) {
    open(name).push(strToU8(text), true);
  }
  const body = open('xl/worksheets/sheet1.xml');
  const names = columns.map(({ name }) => text(name.replace(/_cents$/, ''), HEAD_STYLE));
  body.push(strToU8(`${sheetStart(columns)}<row>${names.join('')}</row>`));

  let count = 0;
  const line = ({ bytes, spans }: Rows, row: number): string => {
    const cells = columns.map(({ type }, i) => {
      const at = 2 * (row * columns.length + i);
      const [start = 0, end = 0] = [spans[at], spans[at + 1]];
      if (start === end) return '<c/>';
      return cell(JSON.parse(bytes.toString('utf8', start, end)), type, timeZone);
    });
    return `<row>${cells.join('')}</row>`;
  };
  const take = (): Uint8Array => Buffer.concat(pieces.splice(0));
  return {
    add(rows) {
      count += rows.count;
      if (count > XLSX_FILAS_MAX) throw new TooManyRows();
      let text = '';
      for (let row = 0; row < rows.count; row += 1) text += line(rows, row);
      body.push(strToU8(text));
      return take();
    },
    end() {
      body.push(strToU8(SHEET_END), true);
      zip.end();
      return take();
    },
  };
};

type Value = string | number | boolean | readonly unknown[];

const cell = (value: Value, type: ColumnType, timeZone: string): string => {
  const style = STYLES[type] ?? 0;
  if (type === 'json') return text(JSON.stringify(value), style);
  if (type === 'timestamp') return number(serialOf(value as string, timeZone), style);
  if (type === 'cents') return number((value as number) / 100, style);
  if (typeof value === 'boolean') return `<c t="b"><v>${Number(value)}</v></c>`;
  return typeof value === 'number' ? number(value, style) : text(String(value), style);
};

const number = (value: number, style: number): string => `<c s="${style}"><v>${value}</v></c>`;

const text = (value: string, style: number): string =>
  value === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(value.slice(0, CELL_CHARS_MAX))}</t></is></c>`;

/** Days since the epoch of spreadsheets, in the restaurant's local time. */
const serialOf = (timestamp: string, timeZone: string): number => {
  const wall = Temporal.Instant.from(timestamp).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return (wall.toZonedDateTime('UTC').epochMilliseconds - EPOCH_MS) / DAY_MS;
};

/** Characters that XML cannot hold, and the `_` of escapes: workbooks read `_x000D_` as the character of that number. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of these.
  /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  _: '_x005F_',
};
const escapeXml = (value: string): string =>
  value.replaceAll(UNSAFE, (each) => ENTITIES[each] ?? '\ufffd');
