import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { COLUMNAS } from '../../src/contract/columnas.ts';
import {
  type Column,
  type ColumnType,
  TABLAS,
  type Tabla,
} from '../../src/contract/exportacion.ts';

const WORDS: Record<string, Record<ColumnType, string>> = {
  'es/exportacion': {
    text: 'texto',
    integer: 'entero',
    cents: 'céntimos',
    number: 'número',
    boolean: 'booleano',
    timestamp: 'instante',
    json: 'JSON',
  },
  'en/export': {
    text: 'text',
    integer: 'integer',
    cents: 'cents',
    number: 'number',
    boolean: 'boolean',
    timestamp: 'timestamp',
    json: 'JSON',
  },
};

/** The parts of an order that become the rows of each table. */
const PARTS: Record<Tabla, string> = {
  pedidos: '',
  items: 'items[].',
  iva: 'totales.iva_desglose[].',
  pagos: 'pago.pagos[].',
};

const fieldOf = ({ of, path }: Column, tabla: Tabla): string =>
  (of === 'pedido' ? '' : PARTS[tabla]) + path.join('.');

for (const [guide, words] of Object.entries(WORDS)) {
  describe(`the columns in ${guide}.md`, async () => {
    const url = new URL(`../../docs/guides/${guide}.md`, import.meta.url);
    const text = await readFile(url, 'utf8');
    for (const tabla of TABLAS) {
      test(`of ${tabla} are those of the files, in their order`, () => {
        const [, section = ''] = text.split(`\n### \`${tabla}\`\n`);
        const [body = ''] = section.split('\n#');
        const rows = body.split('\n').filter((line) => line.startsWith('| `'));
        const expected = COLUMNAS[tabla].map(
          (column) =>
            `| \`${column.name}\` | ${words[column.type]} | \`${fieldOf(column, tabla)}\` |`,
        );
        assert.deepEqual(rows, expected);
      });
    }
  });
}
