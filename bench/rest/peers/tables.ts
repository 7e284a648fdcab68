import type { Pedido } from '../../../src/contract/recursos/pedido.ts';

type Column = 'text' | 'integer' | 'real';
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
      ...text('aceptado_en', 'entregado_en', 'programado_para'),
      ...text('cliente_nombre', 'cliente_telefono', 'cliente_email'),
      ...integer('cliente_marketing'),
      ...text('direccion_linea', 'direccion_codigo_postal', 'direccion_pais'),
      direccion_lat: 'real',
      direccion_lng: 'real',
      ...text('mesa_numero'),
      ...integer('mesa_comensales'),
      ...text('moneda'),
      ...integer('subtotal_cents', 'descuento_cents', 'propina_cents', 'tarifa_reparto_cents'),
      ...integer('impuestos_cents', 'total_cents'),
      ...text('pago_metodo', 'pago_estado', 'pago_proveedor', 'pago_referencia'),
      ...text('repartidor_nombre', 'zona_id', 'zona_nombre'),
      ...integer('entrega_tarifa_cents'),
      ...text('factura_numero', 'factura_fecha', 'factura_pdf', 'instrucciones'),
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
      tipo_porcentaje: 'real',
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

const orderRow = (pedido: Pedido): Row => {
  const { restaurante, cliente, direccion, mesa, totales, pago, entrega, fiscal } = pedido;
  const { iva_desglose: _, ...cents } = totales;
  return {
    ...{ id: pedido.id, restaurante_id: restaurante.id, numero: pedido.numero },
    ...{ tipo: pedido.tipo, estado: pedido.estado, fuente: pedido.fuente },
    ...{ creado_en: pedido.creado_en, aceptado_en: pedido.aceptado_en },
    ...{ entregado_en: pedido.entregado_en, programado_para: pedido.programado_para },
    ...{ cliente_nombre: cliente.nombre, cliente_telefono: cliente.telefono },
    ...{ cliente_email: cliente.email, cliente_marketing: Number(cliente.consintio_marketing) },
    direccion_linea: direccion?.linea ?? null,
    direccion_codigo_postal: direccion?.codigo_postal ?? null,
    direccion_pais: direccion?.pais ?? null,
    direccion_lat: direccion?.lat ?? null,
    direccion_lng: direccion?.lng ?? null,
    mesa_numero: mesa?.numero ?? null,
    mesa_comensales: mesa?.comensales ?? null,
    ...cents,
    ...{ pago_metodo: pago.metodo, pago_estado: pago.estado },
    ...{ pago_proveedor: pago.proveedor, pago_referencia: pago.referencia_externa },
    repartidor_nombre: entrega?.repartidor_nombre ?? null,
    zona_id: entrega?.zona_id ?? null,
    zona_nombre: entrega?.zona_nombre ?? null,
    entrega_tarifa_cents: entrega?.tarifa_cents ?? null,
    factura_numero: fiscal?.factura_numero ?? null,
    factura_fecha: fiscal?.factura_fecha ?? null,
    factura_pdf: fiscal?.factura_pdf ?? null,
    instrucciones: pedido.instrucciones,
  };
};
