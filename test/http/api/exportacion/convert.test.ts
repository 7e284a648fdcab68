import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { COLUMNAS } from '../../../../src/contract/columnas.ts';
import { makeConverter } from '../../../../src/export/converter.ts';
import { makeCsv } from '../../../../src/export/formatos/csv.ts';
import { makeScan } from '../../../../src/export/scan.ts';
import { samplePedidoEntero } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { forEvery } from '../../../support/values/properties.ts';
import { countThreads } from './begin.ts';
import { readCsv, readParquet, readSheet } from './files.ts';

const convert = makeConverter();

const CSV = {
  tabla: 'pedidos',
  columns: COLUMNAS.pedidos,
  formato: 'csv',
  timeZone: 'Europe/Madrid',
  words: null,
  closing: null,
  estilo: 'programa',
  fecha: 'creacion',
  momento: null,
} as const;
/** Together these orders exceed a row group. */
const LONG = 1_000_000;
const LONG_ORDERS = 40;
/** More orders than the thread's first buffer holds. */
const MANY_ORDERS = 1_000;
/** Enough values to tell whether they repeat. */
const VARIED_ORDERS = 5_000;
/** The escaped names of so many columns alone exceed the thread's memory. */
const COLUMNS = 20_000;
const NAME = '&'.padEnd(32_000);

const at = (path: string): string => new URL(`../../../../src/${path}`, import.meta.url).href;
const EMPTY_WORKBOOK = `
  import { COLUMNAS } from '${at('contract/columnas.ts')}';
  import { makeConverter } from '${at('export/converter.ts')}';
  const options = { tabla: 'iva', columns: COLUMNAS.iva, formato: 'xlsx', timeZone: 'UTC', words: null, estilo: 'programa', closing: null, fecha: 'creacion', momento: null };
  for await (const piece of makeConverter()((async function* () {})(), options)) process.stdout.write(piece);`;

describe('the thread of an export', () => {
  test('that fails ends its export and nothing else', async () => {
    const threads = countThreads();
    for (const broken of [
      '{"id":\n',
      '{"id":"ped_1\n',
      '{"id":"ped_1"}}\n',
      '{"id":"ped_1"',
      '[]\n',
    ]) {
      const slices = [Buffer.from(broken)];
      await assert.rejects(Array.fromAsync(convert(from(slices), CSV)), { name: 'SyntaxError' });
    }
    await until(() => countThreads() <= threads);
  });

  test('that runs out of memory ends the exports that share it and nothing else', async () => {
    const threads = countThreads();
    const columns = Array(COLUMNS).fill({ ...CSV.columns[0], name: NAME });
    const file = convert(from([]), { ...CSV, columns, formato: 'xlsx' });
    await assert.rejects(Array.fromAsync(file), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    await until(() => countThreads() <= threads);
    assert.equal((await Array.fromAsync(convert(from([]), CSV))).length, 1);
  });

  test('makes several files at once, each with its own rows', async () => {
    const threads = countThreads();
    const slicesOf = (name: string) =>
      Array.from({ length: 50 }, (_, i) => {
        const pedido = samplePedidoEntero({ id: `ped_${name}${i}` });
        return Buffer.from(`${JSON.stringify(pedido)}\n`);
      });
    const files = ['a', 'b', 'c', 'd'].map(async (name, i) => {
      const formato = i % 2 === 0 ? 'csv' : 'parquet';
      const pieces: Uint8Array[] = [];
      for await (const piece of convert(from(slicesOf(name)), { ...CSV, formato })) {
        pieces.push(piece);
        assert.ok(countThreads() <= threads + 1);
      }
      const bytes = Buffer.concat(pieces);
      const rows = formato === 'csv' ? readCsv(bytes.toString()) : await readParquet(bytes);
      return rows.map(({ id }) => id);
    });
    const expected = ['a', 'b', 'c', 'd'].map((name) =>
      Array.from({ length: 50 }, (_, i) => `ped_${name}${i}`),
    );
    assert.deepEqual(await Promise.all(files), expected);
  });

  test('takes as many orders at a time as there are', async () => {
    const ids = Array.from({ length: MANY_ORDERS }, (_, i) => `ped_${i}`);
    const lines = ids.map((id) => `${JSON.stringify(samplePedidoEntero({ id }))}\n`).join('');
    const file = await Array.fromAsync(convert(from([Buffer.from(lines)]), CSV));
    const [, ...rows] = Buffer.concat(file).toString().trim().split('\r\n');
    assert.deepEqual(
      rows.map((row) => row.slice(0, row.indexOf(','))),
      ids,
    );
  });

  test('lets no text of a CSV begin a formula where «;» separates cells', async () => {
    const instrucciones = "Timbre 3;=cmd|' /C calc'!A0\n@SUM(A1)\r\n- sin sal; -2;+34;a-b;\r\n";
    const line = `${JSON.stringify(samplePedidoEntero({ instrucciones }))}\n`;
    const file = await Array.fromAsync(convert(from([Buffer.from(line)]), CSV));
    const [row] = readCsv(Buffer.concat(file).toString());
    const safe = "Timbre 3;'=cmd|' /C calc'!A0\n'@SUM(A1)\r\n'- sin sal; -2;'+34;a-b;\r\n";
    assert.equal(row?.['instrucciones'], safe);
  });

  test('lets no cell of a CSV begin a formula, whatever separates cells and however quotes are read', () => {
    const texts = fc.array(
      fc.constantFrom(...'=+-@\t\r\n;,"\' ax1', '""', ';"', '\r\n', '"=', "=cmd|'/c calc'!A1"),
      { maxLength: 12 },
    );
    forEvery(2_000, fc.tuple(texts, texts), ([nombre, nota]) => {
      const pedido = samplePedidoEntero({ instrucciones: `x${nota.join('')}` });
      const cliente = { ...pedido.cliente, nombre: nombre.join('') };
      const file = writeCsv(`${JSON.stringify({ ...pedido, cliente })}\n`);
      for (const separator of [',', ';', '\t']) {
        for (const split of [splitToggling, splitLiteral]) {
          assert.deepEqual(split(file, separator).filter(isFormula), []);
        }
      }
    });
  });

  test('writes the same Parquet values whether they differ, repeat or are missing', async () => {
    const texts = Array.from({ length: VARIED_ORDERS }, (_, i) => {
      if (i % 7 === 0) return null;
      return i < VARIED_ORDERS / 2 ? `${i} "ñ🧅"\n` : `${i % 3}`;
    });
    const lines = texts.map((instrucciones, i) => {
      const pedido = samplePedidoEntero({ id: `ped_${i}`, instrucciones });
      return `${JSON.stringify(pedido)}\n`;
    });
    const file = convert(from([Buffer.from(lines.join(''))]), { ...CSV, formato: 'parquet' });
    const rows = await readParquet(Buffer.concat(await Array.fromAsync(file)));
    assert.deepEqual(
      rows.map(({ id, instrucciones }) => [id, instrucciones]),
      texts.map((text, i) => [`ped_${i}`, text]),
    );
  });

  test('writes the same workbook in every time zone of the machine', () => {
    const { NODE_COMPILE_CACHE } = process.env;
    const make = (TZ: string): Uint8Array =>
      execFileSync(process.execPath, ['--eval', EMPTY_WORKBOOK], {
        env: { TZ, NODE_COMPILE_CACHE },
      });
    const here = make('UTC');
    assert.equal(readSheet(here).length, 1);
    for (const zone of ['America/Bogota', 'Pacific/Apia']) assert.deepEqual(make(zone), here, zone);
  });

  test('writes a group of rows sooner where orders are large', async () => {
    const slices = Array.from({ length: LONG_ORDERS }, (_, i) => {
      const pedido = samplePedidoEntero({ id: `ped_${i}`, instrucciones: `${i}ñ🧅`.padEnd(LONG) });
      return Buffer.from(`${JSON.stringify(pedido)}\n`);
    });
    const file = convert(from(slices), { ...CSV, formato: 'parquet' });
    const { buffer } = Uint8Array.from(Buffer.concat(await Array.fromAsync(file)));
    const { row_groups, num_rows } = parquetMetadata(buffer);
    assert.equal(num_rows, BigInt(LONG_ORDERS));
    assert.ok(row_groups.length > 1);
  });
});

/** The file of these orders, made in this thread. */
const writeCsv = (lines: string): string => {
  const { columns, timeZone } = CSV;
  const format = makeCsv(columns, {
    sheet: '',
    timeZone,
    words: null,
    closing: null,
    estilo: 'programa',
    fecha: 'creacion',
    momento: null,
    share: () => 1,
  });
  const made = format.add(makeScan('pedidos', columns)(Buffer.from(lines)));
  return Buffer.from(made).toString();
};

/** A number is none; nor is a line break, which a reader with the wrong separator may find inside a quotation. */
const isFormula = (cell: string): boolean =>
  /^[=+\-@\t\r]/.test(cell.replace(/^(?:\r\n)+/, '')) && !/^[+-][\d. ]+$/.test(cell);

/** Cells for a reader to which every quotation mark begins or ends a quotation. */
const splitToggling = (text: string, separator: string): string[] => {
  const cells = [''];
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && char !== '\n')) cells.push(cells.pop() + char);
    else cells.push('');
  }
  return cells.map((cell) => cell.replace(/\r$/, ''));
};

/** Cells for a reader that knows quotations at the beginning of a cell alone, and takes the rest as it stands. */
const splitLiteral = (text: string, separator: string): string[] => {
  const end = separator === '\t' ? '\\t' : separator;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${end}\\n]*)(?:${end}|\\n|$)`, 'gy');
  return [...text.matchAll(cell)].map(([, quoted = '', rest = '']) =>
    (quoted.replaceAll('""', '"') + rest).replace(/\r$/, ''),
  );
};

async function* from(slices: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* slices;
}
