import { codeOf } from '@comanda/command-line';
import { saveState, startOver } from '../state.ts';
import { noMirror, type Target, TargetFailure, type Transaction } from '../target/target.ts';
import { CATALOGUE_TABLES } from './catalogue-tables.ts';
import { PEDIDO_TABLES } from './pedido-tables.ts';
import { quoteName, type Table } from './table.ts';
import { createTable, OWN_NAMES, STATE, UPGRADES, type Upgrade } from './versions.ts';
import { VIEWS, type View } from './views.ts';

/** Creates the tables, or migrates older ones to this version. */
export const prepareSchema = (
  target: Target,
  nowMs: number,
  upgrades: readonly Upgrade[] = UPGRADES,
): Promise<void> =>
  target.transaction(async (tx) => {
    const names = await namesIn(target, tx);
    const version = names.has(STATE.name) ? await readVersion(target, tx, upgrades.length) : 0;
    if (version === upgrades.length) {
      await requireTables(tx);
      for (const view of VIEWS) if (!names.has(view.name)) await createView(tx, view);
      return;
    }
    if (version === 0) refuseStrangers(target, names);
    for (const { name } of VIEWS) await tx.run(`DROP VIEW IF EXISTS ${quoteName(name)}`);
    // Created anew rather than migrated: they are small and read at every start.
    for (const { name } of CATALOGUE_TABLES) {
      await tx.run(`DROP TABLE IF EXISTS ${quoteName(name)}`);
    }
    const missing = upgrades.slice(version);
    for (const { statements } of missing) {
      for (const statement of statements(target.dialect)) await tx.run(statement);
    }
    for (const view of VIEWS) await createView(tx, view);
    if (version === 0) await tx.insert(STATE, [STATE.columns.map(() => null)]);
    await tx.run(`UPDATE ${STATE.name} SET esquema = $1`, [upgrades.length]);
    if (missing.some(({ readsAnew }) => readsAnew)) await saveState(tx, startOver(null), nowMs);
  });

/** Refuses a target that cannot be compared: no mirror, one of another version, or one that somebody has altered. */
export const requireSchema = (target: Target): Promise<void> =>
  target.transaction(async (tx) => {
    const names = await namesIn(target, tx);
    if (!names.has(STATE.name)) throw noMirror(target.name);
    if ((await readVersion(target, tx, UPGRADES.length)) < UPGRADES.length) {
      throw new TargetFailure(
        `the mirror in ${target.name} is of an older version: run sync first`,
      );
    }
    await requireTables(tx);
    const missing = VIEWS.find(({ name }) => !names.has(name));
    if (missing !== undefined) {
      throw new TargetFailure(
        `the view ${missing.name} is missing in ${target.name}: run sync first`,
      );
    }
  });

/** Whether a table or a column is missing. PostgreSQL says it by a code, because its words may be in any language. */
const isMissing = ({ message, cause }: TargetFailure): boolean =>
  ['42P01', '42703'].includes(codeOf(cause)) || /no such|does not exist|not found/.test(message);

/** Refuses a mirror from which somebody has dropped a table or a column; added ones do no harm. */
const requireTables = async (tx: Transaction): Promise<void> => {
  for (const { name, columns } of PEDIDO_TABLES) {
    const names = columns.map((column) => quoteName(column.name)).join();
    await tx.rows(`SELECT ${names} FROM ${quoteName(name)} LIMIT 0`).catch((error: unknown) => {
      throw error instanceof TargetFailure && isMissing(error) ? altered(error) : error;
    });
  }
};

const altered = (cause: TargetFailure): TargetFailure =>
  new TargetFailure(
    `${cause.message}. Somebody has altered the mirror: use an empty database or schema`,
    { cause },
  );

const createView = (tx: Transaction, { name, query }: View): Promise<void> =>
  tx.run(`CREATE VIEW ${quoteName(name)} AS ${query}`);

/** Creates the tables of a part of the catalogue that the mirror did not have before. */
export const ensureTables = async (
  target: Target,
  tx: Transaction,
  tables: readonly Table[],
): Promise<void> => {
  const names = await namesIn(target, tx);
  for (const table of tables) {
    if (!names.has(table.name)) await tx.run(createTable(target.dialect, table));
  }
};

export const namesIn = async ({ dialect }: Target, tx: Transaction): Promise<Set<string>> =>
  new Set((await tx.rows(dialect.names)).map(([name]) => String(name)));

/** Refuses a version after the last that is known. */
const readVersion = async ({ name }: Target, tx: Transaction, known: number): Promise<number> => {
  const [row] = await tx.rows(`SELECT esquema FROM ${STATE.name}`);
  if (row === undefined) throw altered(new TargetFailure(`${STATE.name} is empty`));
  const version = Number(row[0]);
  if (version <= known) return version;
  throw new TargetFailure(
    `the mirror in ${name} has schema version ${version}, and this command knows only ${known}: install a newer @comanda/cli`,
  );
};

/** Tables of these names that are not a mirror's are somebody's data: the service's own, for instance. */
const refuseStrangers = ({ name }: Target, names: ReadonlySet<string>): void => {
  const strangers = OWN_NAMES.filter((each) => names.has(each));
  if (strangers.length === 0) return;
  throw new TargetFailure(
    `${name} has tables that are not a mirror's (${strangers.join(', ')}): use an empty database or schema`,
  );
};
