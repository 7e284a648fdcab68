import {
  FIND_LLAVE,
  FIND_LLAVE_BY_HASH,
  type FoundLlaveRow,
  sharedLlaves,
  toFoundLlave,
} from '../../accounts/llaves.ts';
import { type Database, send } from '../../database.ts';
import type { LlaveStore } from '../../port/accounts.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import { makeLlavesVersion, readLlavesVersion } from './llaves-version.ts';

const FIND_BY_IDS = `${FIND_LLAVE} WHERE l.id = ANY ($1::text[] COLLATE "C")`;
const TOUCH = `
  UPDATE llaves l SET ultimo_uso_ms = u.ms
  FROM unnest($1::text[], $2::bigint[]) AS u (id, ms)
  WHERE l.id = u.id AND coalesce(l.ultimo_uso_ms, 0) < u.ms`;

export const makeLlaveStore = (
  database: Database,
  lookups: Session,
  monotonicMs: () => number,
): LlaveStore => ({
  ...sharedLlaves(database),
  async findByHash(hash) {
    const [row] = await lookups.rows<FoundLlaveRow>(FIND_LLAVE_BY_HASH, [hash]);
    return row === undefined ? null : toFoundLlave(row);
  },
  version: makeLlavesVersion(lookups, monotonicMs),
  readVersion: () => readLlavesVersion(lookups),
  async findByIds(ids) {
    const rows = await database.all<FoundLlaveRow>(FIND_BY_IDS, textArray(ids));
    return new Map(rows.map((row) => [row.id, toFoundLlave(row)]));
  },
  touch(uses) {
    // Writes in id order: two processes that write the same rows must not deadlock.
    const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
    const ids = textArray(ordered.map(([id]) => id));
    const moments = int8Array(ordered.map(([, atMs]) => atMs));
    return database.transact(() => send(TOUCH, ids, moments));
  },
});
