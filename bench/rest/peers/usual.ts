// The list of orders as it is usually written: a framework, a query builder, normalised tables, JSON
// made from objects. It knows no keys, limits or ETags: what it is spared counts in its favour. On
// SQLite it uses Node's own driver, as ours does, so that what is compared is the way and not the driver.

import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { listen, readSettings } from '../../support/script.ts';
import { SCHEMA } from '../data/normalised.ts';

const { file, databaseUrl } = readSettings<{ file: string; databaseUrl: string | null }>();

const POOL_CONNECTIONS = 10;

const openSqlite = () => {
  const db = new DatabaseSync(file, { readOnly: true });
  return new SqliteDialect({
    database: {
      prepare(sql: string) {
        const statement = db.prepare(sql);
        return { reader: true, all: (values: never[]) => statement.all(...values) };
      },
      close: () => db.close(),
    },
  });
};

const openPostgres = (connectionString: string) =>
  new PostgresDialect({
    pool: new pg.Pool({
      connectionString,
      max: POOL_CONNECTIONS,
      options: `-c search_path=${SCHEMA}`,
    }),
  });

const db = new Kysely({
  dialect: databaseUrl === null ? openSqlite() : openPostgres(databaseUrl),
});

interface ListQuery {
  restaurante: string;
  despues_de?: string;
  limite: number;
}

type Row = Record<string, string | number | null>;

const app = fastify();
app.get<{ Querystring: ListQuery }>(
  '/pedidos',
  {
    schema: {
      querystring: {
        type: 'object',
        required: ['restaurante'],
        properties: {
          restaurante: { type: 'string' },
          despues_de: { type: 'string' },
          limite: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
        },
      },
    },
  },
  async ({ query: { restaurante, despues_de: after, limite } }) => {
    const mine = db.selectFrom('pedidos').where('restaurante_id', '=', restaurante);
    let page = mine.selectAll();
    if (after !== undefined) page = page.where('id', '<', after);
    const [found, { total }] = await Promise.all([
      page
        .orderBy('id', 'desc')
        .limit(limite + 1)
        .execute() as Promise<Row[]>,
      mine.select(db.fn.countAll().as('total')).executeTakeFirstOrThrow(),
    ]);
    const more = found.length > limite;
    const pedidos = found.slice(0, limite);
    const [items, pagos, impuestos] = await Promise.all([
      childrenOf(pedidos, 'items', 'pedido_id'),
      childrenOf(pedidos, 'pagos', 'pedido_id'),
      childrenOf(pedidos, 'impuestos', 'pedido_id'),
    ]);
    const opciones = await childrenOf([...items.values()].flat(), 'opciones', 'item_id');
    const last = pedidos.at(-1)?.['id'];
    return {
      datos: pedidos.map((row) =>
        toPedido(row, {
          items: of(items, row).map((item) => toItem(item, of(opciones, item))),
          pagos: of(pagos, row).map(withoutKeys('id', 'pedido_id')),
          impuestos: of(impuestos, row).map(withoutKeys('id', 'pedido_id')),
        }),
      ),
      paginacion: {
        limite,
        siguiente: more ? Buffer.from(String(last)).toString('base64url') : null,
        anterior: after === undefined ? null : Buffer.from(after).toString('base64url'),
        total_aprox: Number(total),
      },
    };
  },
);

type Children = Map<Row[string] | undefined, Row[]>;

const childrenOf = async (
  parents: readonly Row[],
  table: string,
  key: string,
): Promise<Children> => {
  const ids = parents.map((parent) => parent['id']);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where(key, 'in', ids)
    .orderBy('posicion')
    .execute();
  return Map.groupBy(rows as Row[], (row) => row[key]);
};

const of = (children: Children, parent: Row): Row[] => children.get(parent['id']) ?? [];

const withoutKeys =
  (...keys: string[]) =>
  (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name !== 'posicion' && !keys.includes(name)),
    );

const toItem = (item: Row, opciones: readonly Row[]) => {
  const { tamano, pedido_id: _, posicion: __, ...rest } = item;
  return { ...rest, tamaño: tamano, opciones: opciones.map(withoutKeys('item_id')) };
};

const toPedido = (
  row: Row,
  { items, pagos, impuestos }: { items: object[]; pagos: Row[]; impuestos: Row[] },
) => ({
  id: row['id'],
  numero: row['numero'],
  tipo: row['tipo'],
  estado: row['estado'],
  fuente: row['fuente'],
  creado_en: row['creado_en'],
  aceptado_en: row['aceptado_en'],
  entregado_en: row['entregado_en'],
  programado_para: row['programado_para'],
  restaurante: { id: row['restaurante_id'], slug: row['restaurante_id'], nombre: '' },
  cliente: {
    nombre: row['cliente_nombre'],
    telefono: row['cliente_telefono'],
    email: row['cliente_email'],
    consintio_marketing: row['cliente_consintio_marketing'] === 1,
  },
  direccion: row['direccion_linea'] && {
    linea: row['direccion_linea'],
    codigo_postal: row['direccion_codigo_postal'],
    pais: row['direccion_pais'],
    lat: row['direccion_lat'],
    lng: row['direccion_lng'],
  },
  mesa: row['mesa_numero'] && { numero: row['mesa_numero'], comensales: row['mesa_comensales'] },
  items,
  totales: {
    moneda: row['totales_moneda'],
    subtotal_cents: row['totales_subtotal_cents'],
    descuento_cents: row['totales_descuento_cents'],
    propina_cents: row['totales_propina_cents'],
    tarifa_reparto_cents: row['totales_tarifa_reparto_cents'],
    impuestos_cents: row['totales_impuestos_cents'],
    total_cents: row['totales_total_cents'],
    iva_desglose: impuestos,
  },
  pago: {
    metodo: row['pago_metodo'],
    estado: row['pago_estado'],
    proveedor: row['pago_proveedor'],
    referencia_externa: row['pago_referencia_externa'],
    pagos,
  },
  entrega: row['entrega_zona_id'] && {
    repartidor_nombre: row['entrega_repartidor_nombre'],
    zona_id: row['entrega_zona_id'],
    zona_nombre: row['entrega_zona_nombre'],
    tarifa_cents: row['entrega_tarifa_cents'],
  },
  fiscal: row['fiscal_factura_numero'] && {
    factura_numero: row['fiscal_factura_numero'],
    factura_fecha: row['fiscal_factura_fecha'],
    factura_pdf: row['fiscal_factura_pdf'],
  },
  instrucciones: row['instrucciones'],
});

await app.ready();
listen(app.server);
