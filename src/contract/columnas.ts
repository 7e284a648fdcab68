import Type from 'typebox';
import type { Column, ColumnType, Tabla } from './exportacion.ts';
import { Cambio } from './recursos/evento.ts';
import { Pago, Totales } from './recursos/importes.ts';
import { Item } from './recursos/item.ts';
import { Pedido } from './recursos/pedido.ts';

type Properties = Readonly<Record<string, Type.TSchema>>;

/** One column for each field that is no list. Nested fields are named by their path: `cliente.nombre` is `cliente_nombre`. */
const columnsOf = (
  schema: Type.TSchema,
  of: Column['of'],
  path: readonly string[] = [],
): Column[] => {
  const given = withoutNull(schema);
  if (Type.IsArray(given)) return [];
  if (Type.IsObject(given)) {
    const fields = Object.entries(given.properties as Properties);
    return fields.flatMap(([name, field]) => columnsOf(field, of, [...path, name]));
  }
  return [{ name: path.join('_'), type: typeOf(given, path.at(-1) ?? ''), of, path }];
};

const withoutNull = (schema: Type.TSchema): Type.TSchema =>
  Type.IsUnion(schema) ? (schema.anyOf.find((each) => !Type.IsNull(each)) ?? schema) : schema;

const typeOf = (schema: Type.TSchema, name: string): ColumnType => {
  if (name.endsWith('_cents')) return 'cents';
  if (Type.IsInteger(schema)) return 'integer';
  if (Type.IsNumber(schema)) return 'number';
  if (Type.IsBoolean(schema)) return 'boolean';
  return 'format' in schema && schema.format === 'date-time' ? 'timestamp' : 'text';
};

const DE_PEDIDO = columnsOf(Pedido, 'pedido');

/** Columns of the order that every row about a part of it repeats, under other names. */
const ofPedido = (names: Readonly<Record<string, string>>): Column[] =>
  Object.entries(names).map(([from, name]) => {
    const column = DE_PEDIDO.find((each) => each.name === from);
    if (column === undefined) throw new Error(`an order has no ${from}`);
    return { ...column, name };
  });

const COMUNES = {
  id: 'pedido_id',
  numero: 'pedido_numero',
  creado_en: 'pedido_creado_en',
  tipo: 'pedido_tipo',
  estado: 'pedido_estado',
  totales_moneda: 'moneda',
};

/** Stored beside the order: a slice writes these fields in front of its own. */
const CAMBIO = columnsOf(Cambio, 'pedido');

/** The columns of every table, in their order. NDJSON of `pedidos` has whole orders instead. */
export const COLUMNAS: Readonly<Record<Tabla, readonly Column[]>> = {
  pedidos: [...DE_PEDIDO, ...CAMBIO],
  items: [
    ...ofPedido(COMUNES),
    ...columnsOf(Item, 'fila'),
    { name: 'opciones', type: 'json', of: 'fila', path: ['opciones'] },
    ...CAMBIO,
  ],
  iva: [
    ...ofPedido({
      fiscal_factura_numero: 'factura_numero',
      fiscal_factura_fecha: 'factura_fecha',
      ...COMUNES,
    }),
    ...columnsOf(Totales.properties.iva_desglose.items, 'fila'),
    ...CAMBIO,
  ],
  pagos: [...ofPedido(COMUNES), ...columnsOf(Pago.properties.pagos.items, 'fila'), ...CAMBIO],
};
