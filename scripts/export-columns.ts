// The tables of columns in the guides of the export, made from the contract.

import Type from 'typebox';
import type { Bilingual, Lang } from '../src/contract/bilingual.ts';
import { COLUMNAS } from '../src/contract/columnas.ts';
import { type Column, type ColumnType, TABLAS, type Tabla } from '../src/contract/exportacion.ts';
import { componentOf } from '../src/contract/fields.ts';
import { Cambio } from '../src/contract/recursos/evento.ts';
import { Pedido } from '../src/contract/recursos/pedido.ts';

interface Words {
  header: string;
  types: Record<ColumnType, string>;
}

const WORDS: Record<Lang, Words> = {
  es: {
    header: '| Columna | Tipo | Campo del pedido | Significado |',
    types: {
      text: 'texto',
      integer: 'entero',
      cents: 'céntimos',
      number: 'número',
      boolean: 'booleano',
      timestamp: 'instante',
      json: 'JSON',
    },
  },
  en: {
    header: '| Column | Type | Field of the order | Meaning |',
    types: {
      text: 'text',
      integer: 'integer',
      cents: 'cents',
      number: 'number',
      boolean: 'boolean',
      timestamp: 'timestamp',
      json: 'JSON',
    },
  },
};

/** The list of the order that has a row of the table for each of its elements. */
const LISTS: Record<Tabla, readonly string[]> = {
  pedidos: [],
  items: ['items'],
  iva: ['totales', 'iva_desglose'],
  pagos: ['pago', 'pagos'],
};

/** The guide with its tables as the contract has them now, each below the heading of its name. */
export const writeColumns = (guide: string, lang: Lang): string =>
  TABLAS.reduce((text, tabla) => {
    const [before, after] = text.split(`\n### \`${tabla}\`\n`);
    if (before === undefined || after === undefined) throw new Error(`no heading for ${tabla}`);
    const rest = after.replace(/^\n(?:\|.*\n)*/, '');
    return `${before}\n### \`${tabla}\`\n\n${table(tabla, lang)}${rest}`;
  }, guide);

const table = (tabla: Tabla, lang: Lang): string => {
  const { header, types } = WORDS[lang];
  const rows = COLUMNAS[tabla].map((column) => {
    const { name, type } = column;
    const isChange = name in Cambio.properties;
    const meaning = meaningOf(isChange ? Cambio : Pedido, pathOf(column, tabla))[lang];
    const from = isChange ? '—' : `\`${fieldOf(column, tabla)}\``;
    return `| \`${name}\` | ${types[type]} | ${from} | ${meaning} |\n`;
  });
  return `${header}\n|---|---|---|---|\n${rows.join('')}`;
};

const pathOf = ({ of, path }: Column, tabla: Tabla): readonly string[] =>
  of === 'pedido' ? path : [...LISTS[tabla], ...path];

const fieldOf = ({ of, path }: Column, tabla: Tabla): string =>
  (of === 'pedido' ? '' : `${LISTS[tabla].join('.')}[].`) + path.join('.');

const meaningOf = (schema: Type.TSchema, [name = '', ...rest]: readonly string[]): Bilingual => {
  const field = componentOf(objectIn(schema))?.fields[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  return rest.length === 0 ? field.description : meaningOf(field.schema, rest);
};

/** The object that a list or a nullable field holds. */
const objectIn = (schema: Type.TSchema): Type.TSchema => {
  if (Type.IsArray(schema)) return schema.items;
  return Type.IsUnion(schema) ? (schema.anyOf[0] ?? schema) : schema;
};
