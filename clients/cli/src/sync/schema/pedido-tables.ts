import { columns, quoteName, type Table } from './table.ts';

/** The columns of an order that the rows of its parts repeat. */
const SHARED = `
  pedido_id=id text
  pedido_numero=numero text
  pedido_creado_en=creado_en timestamp
  pedido_tipo=tipo text
  pedido_estado=estado text
  moneda=totales.moneda text`;

/** The last change of the order, in every table that the bulk export has too. */
const CHANGE = columns('own', 'cambiado_en timestamp\nsecuencia integer');

/** The tables that are made of orders, with the names of the bulk export; test/clients/sync holds them to it. */
export const PEDIDOS: Table = {
  name: 'pedidos',
  key: ['id'],
  columns: [
    ...columns(
      'pedido',
      `id text
      numero text
      tipo text
      estado text
      fuente text
      creado_en timestamp
      aceptado_en timestamp
      entregado_en timestamp
      programado_para timestamp
      restaurante.id text
      restaurante.slug text
      restaurante.nombre text
      cliente.nombre text
      cliente.telefono text
      cliente.email text
      cliente.consintio_marketing boolean
      direccion.linea text
      direccion.codigo_postal text
      direccion.pais text
      direccion.lat number
      direccion.lng number
      mesa.numero text
      mesa.comensales integer
      totales.moneda text
      totales.subtotal_cents cents
      totales.descuento_cents cents
      totales.propina_cents cents
      totales.tarifa_reparto_cents cents
      totales.impuestos_cents cents
      totales.total_cents cents
      pago.metodo text
      pago.estado text
      pago.proveedor text
      pago.referencia_externa text
      entrega.repartidor_nombre text
      entrega.zona_id text
      entrega.zona_nombre text
      entrega.tarifa_cents cents
      fiscal.factura_numero text
      fiscal.factura_fecha timestamp
      fiscal.factura_pdf text
      instrucciones text`,
    ),
    ...CHANGE,
    // The day in the restaurant's zone, the customer as summaries count them, and the order itself.
    ...columns('own', 'dia date\ncliente_clave text\npedido json'),
  ],
};

export const ITEMS: Table = {
  name: 'items',
  key: ['pedido_id', 'n'],
  columns: [
    ...columns('pedido', SHARED),
    ...columns('own', 'n integer'),
    ...columns(
      'part',
      `id text
      producto_id text
      nombre text
      tamaño text
      cantidad integer
      precio_unitario_cents cents
      opciones_total_cents cents
      total_cents cents
      estado_cocina text`,
    ),
    ...CHANGE,
  ],
};

export const OPCIONES: Table = {
  name: 'opciones',
  key: ['pedido_id', 'item_n', 'n'],
  columns: [
    ...columns('pedido', 'pedido_id=id text\nmoneda=totales.moneda text'),
    ...columns('own', 'item_n integer\nn integer\nitem_id text'),
    ...columns(
      'part',
      `id text
      grupo text
      nombre text
      cantidad integer
      precio_cents cents`,
    ),
  ],
};

export const IVA: Table = {
  name: 'iva',
  key: ['pedido_id', 'n'],
  columns: [
    ...columns(
      'pedido',
      `factura_numero=fiscal.factura_numero text
      factura_fecha=fiscal.factura_fecha timestamp${SHARED}`,
    ),
    ...columns('own', 'n integer'),
    ...columns(
      'part',
      `tipo_porcentaje number
      base_cents cents
      iva_cents cents`,
    ),
    ...CHANGE,
  ],
};

export const PAGOS: Table = {
  name: 'pagos',
  key: ['pedido_id', 'n'],
  columns: [
    ...columns('pedido', SHARED),
    ...columns('own', 'n integer'),
    ...columns(
      'part',
      `metodo text
      importe_cents cents
      estado text
      referencia_externa text
      momento timestamp`,
    ),
    ...CHANGE,
  ],
};

export const PEDIDO_TABLES: readonly Table[] = [PEDIDOS, ITEMS, OPCIONES, IVA, PAGOS];

/** The column that says which order a row is of. */
export const orderColumn = ({ key }: Table): string => key[0] ?? '';

/** Order ids, without `after` and with `upTo`; null: to the end. */
export interface Range {
  after: string;
  upTo: string | null;
}

/** The condition for the rows of a range of orders, and its values. */
export const inRange = (
  table: Table,
  { after, upTo }: Range,
): [where: string, values: string[]] => {
  const column = quoteName(orderColumn(table));
  if (upTo === null) return [`${column} > $1`, [after]];
  return [`${column} > $1 AND ${column} <= $2`, [after, upTo]];
};
