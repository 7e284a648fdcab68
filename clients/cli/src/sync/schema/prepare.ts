import { saveState, startOver } from '../state.ts';
import { type Target, TargetFailure, type Transaction } from '../target/target.ts';
import { CATALOGUE_TABLES } from './catalogue-tables.ts';
import { quoteName } from './table.ts';
import { createTable, OWN_NAMES, STATE, UPGRADES, type Upgrade } from './versions.ts';
import { VIEWS } from './views.ts';

/** Makes the tables, or brings older ones up to this version. */
export const prepareSchema = (
  target: Target,
  nowMs: number,
  upgrades: readonly Upgrade[] = UPGRADES,
): Promise<void> =>
  target.transaction(async (tx) => {
    const names = await namesIn(target, tx);
    const version = names.has(STATE.name) ? await readVersion(tx) : 0;
    if (version > upgrades.length) throw tooNew(target, version, upgrades.length);
    if (version === upgrades.length) return;
    if (version === 0) refuseStrangers(target, names);
    for (const { name } of VIEWS) await tx.run(`DROP VIEW IF EXISTS ${quoteName(name)}`);
    // They are small and read at every start: they are made anew rather than changed.
    for (const { name } of CATALOGUE_TABLES) {
      await tx.run(`DROP TABLE IF EXISTS ${quoteName(name)}`);
    }
    const missing = upgrades.slice(version);
    for (const { statements } of missing) {
      for (const statement of statements(target.dialect)) await tx.run(statement);
    }
    for (const { name, query } of VIEWS) await tx.run(`CREATE VIEW ${quoteName(name)} AS ${query}`);
    if (version === 0) await tx.insert(STATE, [STATE.columns.map(() => null)]);
    await tx.run(`UPDATE ${STATE.name} SET esquema = $1`, [upgrades.length]);
    if (missing.some(({ readsAnew }) => readsAnew)) await saveState(tx, startOver(null), nowMs);
  });

/** The state of a mirror that is only read. */
export const requireSchema = (target: Target): Promise<void> =>
  target.transaction(async (tx) => {
    const names = await namesIn(target, tx);
    if (!names.has(STATE.name)) throw new TargetFailure(`there is no mirror in ${target.name}`);
    const version = await readVersion(tx);
    if (version > UPGRADES.length) throw tooNew(target, version, UPGRADES.length);
    if (version < UPGRADES.length) {
      throw new TargetFailure(
        `the mirror in ${target.name} is of an older version: run sync first`,
      );
    }
  });

/** Makes the tables of a part of the catalogue that was not there before. */
export const ensureTables = async (
  target: Target,
  tx: Transaction,
  tables: readonly (typeof STATE)[],
): Promise<void> => {
  const names = await namesIn(target, tx);
  for (const table of tables) {
    if (!names.has(table.name)) await tx.run(createTable(target.dialect, table));
  }
};

export const namesIn = async ({ dialect }: Target, tx: Transaction): Promise<Set<string>> =>
  new Set((await tx.rows(dialect.names)).map(([name]) => String(name)));

const readVersion = async (tx: Transaction): Promise<number> => {
  const [[version] = []] = await tx.rows(`SELECT esquema FROM ${STATE.name}`);
  return Number(version);
};

const tooNew = ({ name }: Target, version: number, known: number): TargetFailure =>
  new TargetFailure(
    `the mirror in ${name} has schema version ${version}, this command knows ${known}: install a newer @comanda/cli`,
  );

/** Tables of these names that are not a mirror's are somebody's data: the service's own, for instance. */
const refuseStrangers = ({ name }: Target, names: ReadonlySet<string>): void => {
  const strangers = OWN_NAMES.filter((each) => names.has(each));
  if (strangers.length === 0) return;
  throw new TargetFailure(
    `${name} has tables that are not a mirror's (${strangers.join(', ')}): give it an empty database or schema`,
  );
};
