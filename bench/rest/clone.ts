import type { DataSize } from './orders.ts';
import { BIG, betweenId, ordinaryIds } from './orders.ts';

export interface Runner {
  run(sql: string): Promise<void>;
}

/**
 * A database of two million orders takes minutes to load command by command. So one ordinary restaurant and a tenth
 * of the large one are loaded in that way; the others are copies of the first, and the large one is ten times the
 * second, with ids of their own. Counters are multiplied with the orders. What comes out is checked by its reader:
 * the loader asks the store for totals and pages before anything is measured.
 */
export interface Sql extends Runner {
  /** Names of a table's columns. */
  columns(table: string): Promise<string[]>;
}

export const BIG_COPIES = 10;
export const bigModel = ({ bigOrders }: DataSize): string => betweenId(bigOrders / BIG_COPIES);

/** What is kept about a restaurant's orders (storage/*.sql); the rest of a restaurant is there already. */
const COUNTERS_OF = [
  'registros',
  'numeros',
  'conteos',
  'resumen_dias',
  'resumen_productos',
  'resumen_clientes',
];
/** Counters of orders. Those of clients stay: the same clients come more often. */
const COUNTERS = [
  'pedidos',
  'cancelados',
  'ventas_cents',
  'reparto',
  'recogida',
  'mesa',
  'unidades',
];
const SUFFIX_CHARS = 4;
const BLOCK_RESTAURANTS = 50;

/** The id of a copy: the last characters are its number, so that copies keep their model's place in time. */
export const copyOfId = (id: string, n: number): string => id.slice(0, -SUFFIX_CHARS) + suffix(n);

/** Minted ids have no `u`: a copy's can be nobody else's. */
const suffix = (n: number): string => `u${String(n).padStart(SUFFIX_CHARS - 1, '0')}`;

/** Copies of the first ordinary restaurant for all the others, order by order: restaurants take turns. */
export const copyOrdinary = async (sql: Sql, size: DataSize): Promise<void> => {
  const [model, copies] = [ordinaryModel(size), ordinaryCopies(size)];
  // As many take turns: all at once, every order would go to another page of the file.
  for (let first = 0; first < copies.length; first += BLOCK_RESTAURANTS) {
    await listCopies(sql, copies.slice(first, first + BLOCK_RESTAURANTS));
    await copyTable(sql, 'pedidos', model, 1);
  }
  if (copies.length === 0) return;
  await listCopies(sql, copies);
  for (const table of COUNTERS_OF) await copyTable(sql, table, model, 1);
};

export const ordinaryModel = (size: DataSize): string => ordinaryIds(size)[0] ?? '';
export const ordinaryCopies = (size: DataSize): Copy[] =>
  ordinaryIds(size)
    .slice(1)
    .map((id, i) => ({ id, slug: `bench-${i + 1}`, n: i + 1 }));

/** The large restaurant: each order of its model several times. */
export const copyBig = async (sql: Sql, size: DataSize): Promise<void> => {
  if (size.bigOrders === 0) return;
  const model = bigModel(size);
  const slug = BIG.replaceAll('_', '-');
  const copies = Array.from({ length: BIG_COPIES }, (_, n) => ({ id: BIG, slug, n }));
  await listCopies(sql, copies);
  await copyTable(sql, 'pedidos', model, 1);
  await listCopies(sql, copies.slice(-1));
  for (const table of COUNTERS_OF) await copyTable(sql, table, model, BIG_COPIES);
};

export interface Copy {
  id: string;
  slug: string;
  n: number;
}

export const listCopies = async (sql: Runner, copies: readonly Copy[]): Promise<void> => {
  await sql.run('DROP TABLE IF EXISTS copias');
  await sql.run('CREATE TEMPORARY TABLE copias (nuevo text, slug text, sufijo text)');
  const rows = copies.map(({ id, slug, n }) => `('${id}', '${slug}', '${suffix(n)}')`);
  await sql.run(`INSERT INTO copias VALUES ${rows.join()}`);
};

/** SQL for the id of a copy. */
export const newId = (column: string): string =>
  `substr(${column}, 1, length(${column}) - ${SUFFIX_CHARS}) || sufijo`;

const copyTable = async (sql: Sql, table: string, model: string, times: number): Promise<void> => {
  const isOrders = table === 'pedidos';
  // A new restaurant has a row of counters of its own.
  if (!isOrders) {
    await sql.run(`DELETE FROM ${table} WHERE restaurante_id IN (SELECT nuevo FROM copias)`);
  }
  const modelSlug = model.startsWith('rest_bench_con') ? model.replaceAll('_', '-') : 'bench-0';
  const expression = (column: string): string => {
    if (column === 'restaurante_id') return 'nuevo';
    if (['id', 'id_max'].includes(column)) return newId(column);
    if (column === 'id_min')
      return `substr(id_min, 1, length(id_min) - ${SUFFIX_CHARS}) || '${suffix(0)}'`;
    if (column === 'cuerpo') {
      const places = [
        ['id', newId('id')],
        [`'"${model}"'`, `'"' || nuevo || '"'`],
        [`'"${modelSlug}"'`, `'"' || slug || '"'`],
      ];
      return places.reduce((text, [old, fresh]) => `replace(${text}, ${old}, ${fresh})`, column);
    }
    return COUNTERS.includes(column) && times > 1 ? `${column} * ${times}` : column;
  };
  const columns = await sql.columns(table);
  await sql.run('DROP TABLE IF EXISTS modelo');
  // A table of its own: a statement that reads what it writes would keep all of it aside first.
  await sql.run(
    `CREATE TEMPORARY TABLE modelo AS
     SELECT * FROM ${table} WHERE restaurante_id = '${model}' ORDER BY 2`,
  );
  await sql.run(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map(expression).join(', ')} FROM ${isOrders ? 'modelo CROSS JOIN copias' : 'copias CROSS JOIN modelo'}`,
  );
};
