// The list of orders as it is usually written: a framework, a query builder, normalised tables, JSON from objects. It
// has no keys, limits or ETags, which is to its advantage. On SQLite it uses Node's own driver like ours, so that the
// drivers do not affect the comparison.

import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import Type from 'typebox';
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
  despues_de: string;
  limite: number;
}

type Row = Record<string, string | number | null>;

const app = fastify();
app.get<{ Querystring: ListQuery }>(
  '/pedidos',
  {
    schema: {
      querystring: Type.Object({
        restaurante: Type.String(),
        despues_de: Type.String(),
        limite: Type.Integer({ minimum: 1, maximum: 100 }),
      }),
    },
  },
  async ({ query: { restaurante, despues_de: after, limite } }) => {
    const mine = db.selectFrom('pedidos').where('restaurante_id', '=', restaurante);
    const page = mine.selectAll().where('id', '<', after).orderBy('id', 'desc');
    const [found, { total }] = await Promise.all([
      page.limit(limite + 1).execute() as Promise<Row[]>,
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
        anterior: Buffer.from(after).toString('base64url'),
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
  const query = db.selectFrom(table).selectAll().where(key, 'in', ids).orderBy('posicion');
  const rows = await query.execute();
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

/** The nested objects of an order, whose columns have their names as a prefix. */
const OBJECTS = {
  restaurante: ['id', 'slug', 'nombre'],
  cliente: ['nombre', 'telefono', 'email', 'consintio_marketing'],
  direccion: ['linea', 'codigo_postal', 'pais', 'lat', 'lng'],
  mesa: ['numero', 'comensales'],
  totales: [
    'moneda',
    'subtotal_cents',
    'descuento_cents',
    'propina_cents',
    'tarifa_reparto_cents',
    'impuestos_cents',
    'total_cents',
  ],
  pago: ['metodo', 'estado', 'proveedor', 'referencia_externa'],
  entrega: ['repartidor_nombre', 'zona_id', 'zona_nombre', 'tarifa_cents'],
  fiscal: ['factura_numero', 'factura_fecha', 'factura_pdf'],
};

const read = (row: Row, object: keyof typeof OBJECTS): Row => {
  const result: Row = {};
  for (const field of OBJECTS[object]) result[field] = row[`${object}_${field}`] ?? null;
  return result;
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
  restaurante: read(row, 'restaurante'),
  cliente: {
    ...read(row, 'cliente'),
    consintio_marketing: row['cliente_consintio_marketing'] === 1,
  },
  direccion: row['direccion_linea'] && read(row, 'direccion'),
  mesa: row['mesa_numero'] && read(row, 'mesa'),
  items,
  totales: { ...read(row, 'totales'), iva_desglose: impuestos },
  pago: { ...read(row, 'pago'), pagos },
  entrega: row['entrega_zona_id'] && read(row, 'entrega'),
  fiscal: row['fiscal_factura_numero'] && read(row, 'fiscal'),
  instrucciones: row['instrucciones'],
});

await app.ready();
listen(app.server);
