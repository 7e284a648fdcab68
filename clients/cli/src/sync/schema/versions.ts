import type { Dialect } from '../target/target.ts';
import { CATALOGUE_TABLES } from './catalogue-tables.ts';
import { PEDIDO_TABLES } from './pedido-tables.ts';
import { columns, quoteName, type Table } from './table.ts';
import { VIEWS } from './views.ts';

/** The state of the sync; one row. */
export const STATE: Table = {
  name: 'comanda_sync',
  key: [],
  columns: columns(
    'own',
    `esquema integer
    restaurante_id text
    zona_horaria text
    fase text
    posicion text
    orden text
    testigo text
    actualizado_en timestamp`,
  ),
};

/** A migration from one version of the schema to the next; a released one never changes. */
export interface Upgrade {
  statements(dialect: Dialect): string[];
  /** Whether the orders have to be read anew to fill what it adds. */
  readonly readsAnew: boolean;
}

export const UPGRADES: readonly Upgrade[] = [
  {
    readsAnew: true,
    statements: (dialect) => [STATE, ...PEDIDO_TABLES].map((table) => createTable(dialect, table)),
  },
];

/** Tables and views that belong to a mirror. */
export const OWN_NAMES: readonly string[] = [
  ...[STATE, ...PEDIDO_TABLES, ...CATALOGUE_TABLES].map(({ name }) => name),
  ...VIEWS.map(({ name }) => name),
];

export const createTable = (dialect: Dialect, { name, columns: given, key }: Table): string => {
  const lines = given.map((column) => {
    const isKey = key.includes(column.name);
    const type = isKey && column.type === 'text' ? dialect.keyType : dialect.types[column.type];
    return `${quoteName(column.name)} ${type}${isKey ? ' NOT NULL' : ''}`;
  });
  if (key.length > 0 && dialect.hasKeys) {
    lines.push(`PRIMARY KEY (${key.map(quoteName).join(', ')})`);
  }
  return `CREATE TABLE ${quoteName(name)} (\n  ${lines.join(',\n  ')}\n)`;
};
