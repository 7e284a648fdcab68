import type { Pedido } from '../../../src/contract/recursos/pedido.ts';

type Column = 'text' | 'integer' | 'double precision';
type Row = Record<string, string | number | null>;

interface Table {
  columns: Record<string, Column>;
  /** Column and table that it points to. */
  parent?: [column: string, table: string];
  /** Columns by which rows are looked up. */
  index: string[];
}

const text = <const K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Record<K, 'text'>;
const integer = <const K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, 'integer'])) as Record<K, 'integer'>;

/** An order as one would draw it on a whiteboard: a table for each list in it. `id` is the key. */
export const TABLES: Record<string, Table> = {
  restaurantes: { columns: text('id', 'slug', 'nombre'), index: [] },
  pedidos: {
    columns: {
      ...text('id', 'restaurante_id', 'numero', 'tipo', 'estado', 'fuente', 'creado_en'),
      ...text('aceptado_en', 'entregado_en', 'programado_para', 'instrucciones'),
      ...text('cliente_nombre', 'cliente_telefono', 'cliente_email'),
      ...integer('cliente_consintio_marketing'),
      ...text('direccion_linea', 'direccion_codigo_postal', 'direccion_pais'),
      direccion_lat: 'double precision',
      direccion_lng: 'double precision',
      ...text('mesa_numero'),
      ...integer('mesa_comensales'),
      ...text('totales_moneda'),
      ...integer('totales_subtotal_cents', 'totales_descuento_cents', 'totales_propina_cents'),
      ...integer('totales_tarifa_reparto_cents', 'totales_impuestos_cents', 'totales_total_cents'),
      ...text('pago_metodo', 'pago_estado', 'pago_proveedor', 'pago_referencia_externa'),
      ...text('entrega_repartidor_nombre', 'entrega_zona_id', 'entrega_zona_nombre'),
      ...integer('entrega_tarifa_cents'),
      ...text('fiscal_factura_numero', 'fiscal_factura_fecha', 'fiscal_factura_pdf'),
    },
    parent: ['restaurante_id', 'restaurantes'],
    index: ['restaurante_id', 'id'],
  },
  items: {
    columns: {
      ...text('id', 'pedido_id', 'producto_id', 'nombre', 'tamano', 'estado_cocina'),
      ...integer('posicion', 'cantidad', 'precio_unitario_cents', 'opciones_total_cents'),
      ...integer('total_cents'),
    },
    parent: ['pedido_id', 'pedidos'],
    index: ['pedido_id'],
  },
  opciones: {
    columns: {
      ...text('id', 'item_id', 'grupo', 'nombre'),
      ...integer('posicion', 'cantidad', 'precio_cents'),
    },
    parent: ['item_id', 'items'],
    index: ['item_id'],
  },
  pagos: {
    columns: {
      ...text('id', 'pedido_id', 'metodo', 'estado', 'referencia_externa', 'momento'),
      ...integer('posicion', 'importe_cents'),
    },
    parent: ['pedido_id', 'pedidos'],
    index: ['pedido_id'],
  },
  impuestos: {
    columns: {
      ...text('id', 'pedido_id'),
      tipo_porcentaje: 'double precision',
      ...integer('posicion', 'base_cents', 'iva_cents'),
    },
    parent: ['pedido_id', 'pedidos'],
    index: ['pedido_id'],
  },
};

export const createStatements = (): string[] =>
  Object.entries(TABLES).map(([table, { columns, parent }]) => {
    const lines = Object.entries(columns).map(([name, type]) => {
      const references = parent?.[0] === name ? ` REFERENCES ${parent[1]}` : '';
      return `${name} ${type}${name === 'id' ? ' PRIMARY KEY' : ''}${references}`;
    });
    return `CREATE TABLE ${table} (${lines.join(', ')})`;
  });

export const indexStatements = (): string[] =>
  Object.entries(TABLES)
    .filter(([, { index }]) => index.length > 0)
    .map(([table, { index }]) => `CREATE INDEX ${table}_by ON ${table} (${index.join(', ')})`);

/** The rows of an order, by table. */
export const rowsOf = (pedido: Pedido): Record<string, Row[]> => {
  const { id, items, totales, pago } = pedido;
  const child = (posicion: number) => ({ id: `${id}-${posicion}`, pedido_id: id, posicion });
  return {
    pedidos: [orderRow(pedido)],
    items: items.map(({ opciones: _, tamaño, ...item }, posicion) => ({
      ...item,
      tamano: tamaño,
      pedido_id: id,
      posicion,
    })),
    opciones: items.flatMap((item) =>
      item.opciones.map((opcion, posicion) => ({ ...opcion, item_id: item.id, posicion })),
    ),
    pagos: pago.pagos.map((each, posicion) => ({ ...child(posicion), ...each })),
    impuestos: totales.iva_desglose.map((each, posicion) => ({ ...child(posicion), ...each })),
  };
};

/** Fields of an object in the order are columns that begin with its name; lists have tables of their own. */
const orderRow = (pedido: Pedido): Row => {
  const row: Row = {};
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) return;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, each] of Object.entries(value)) add(`${name}_${inner}`, each);
    } else row[name] = typeof value === 'boolean' ? Number(value) : (value as string | number | null);
  };
  for (const [name, value] of Object.entries(pedido)) add(name, value);
  return row;
};
