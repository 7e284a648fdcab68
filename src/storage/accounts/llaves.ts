import type { Alcance } from '../../contract/alcances.ts';
import { type Database, rows, type StoredFlag, send, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import {
  type FoundLlave,
  LLAVES_ACTIVAS_MAX,
  type Llave,
  type LlaveStore,
} from '../port/accounts.ts';
import { audited, writeAudit } from './auditoria.ts';

const COLUMNS = `l.id, l.restaurante_id AS "restauranteId", l.nombre, l.etiqueta, l.alcances, l.pista,
  l.creador, l.creada_ms AS "creadaMs", l.expira_ms AS "expiraMs", l.revocada_ms AS "revocadaMs",
  l.ultimo_uso_ms AS "ultimoUsoMs"`;
/** A key, and `activo`: whether its restaurant is active. */
const FIND = `
  SELECT ${COLUMNS}, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id`;
const FIND_BY_HASH = `${FIND} WHERE l.hash = $1`;
const FIND_BY_IDS = `${FIND} WHERE l.id = ANY ($1::text[] COLLATE "C")`;

/** Takes VALUES: two `INSERT … SELECT … FROM restaurantes` deadlock where both tables are reference tables of Citus. */
const INSERT = `
  INSERT INTO llaves (id, restaurante_id, hash, nombre, etiqueta, alcances, pista, creador,
                      creada_ms, expira_ms, revocada_ms, ultimo_uso_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const COUNT_ACTIVE = `
  SELECT count(*) AS activas FROM llaves
  WHERE restaurante_id = $1 AND revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $2)
    AND id <> $3`;
const SELECT = `SELECT ${COLUMNS} FROM llaves l`;
const NEWEST_FIRST = 'ORDER BY l.creada_ms DESC, l.id DESC';
const GET = `${SELECT} WHERE l.id = $1`;
const LIST = `${SELECT} ${NEWEST_FIRST}`;
const LIST_OF_RESTAURANT = `${SELECT} WHERE l.restaurante_id = $1 ${NEWEST_FIRST}`;
const REVOKE = 'UPDATE llaves SET revocada_ms = $2 WHERE id = $1 AND revocada_ms IS NULL';
const EXPIRE = `
  UPDATE llaves SET expira_ms = CASE WHEN expira_ms < $2 THEN expira_ms ELSE $2 END
  WHERE id = $1 AND revocada_ms IS NULL`;

const TOUCH = `
  UPDATE llaves AS l SET ultimo_uso_ms = u.ms
  FROM json_to_recordset($1) AS u (llave text, ms bigint)
  WHERE l.id = u.llave AND coalesce(l.ultimo_uso_ms, 0) < u.ms`;

type LlaveRow = Omit<Llave, 'alcances'> & { alcances: string };
type FoundLlaveRow = LlaveRow & { activo: StoredFlag };

const toLlave = ({ alcances, ...row }: LlaveRow): Llave => ({
  ...row,
  alcances: alcances.split(',') as Alcance[],
});

const toFoundLlave = ({ activo, ...row }: FoundLlaveRow): FoundLlave => ({
  llave: toLlave(row),
  activo: Boolean(activo),
});

/** `lookup`: for short reads that come with nearly every request. */
export interface LlaveParts extends Pick<LlaveStore, 'version' | 'readVersion'> {
  lookup: Database['all'];
}

export const makeLlaveStore = (
  { all, transact, noteChange }: Database,
  { lookup, version, readVersion }: LlaveParts,
): LlaveStore => ({
  version,
  readVersion,
  async findByHash(hash) {
    const [row] = await lookup<FoundLlaveRow>(FIND_BY_HASH, hash);
    return row === undefined ? null : toFoundLlave(row);
  },
  async findByIds(ids) {
    const found = await all<FoundLlaveRow>(FIND_BY_IDS, ids);
    return new Map(found.map((row) => [row.id, toFoundLlave(row)]));
  },
  touch(uses) {
    // Writes in id order: two processes that write the same rows must not deadlock.
    const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
    const given = ordered.map(([llave, ms]) => ({ llave, ms }));
    return transact(() => send(TOUCH, JSON.stringify(given)), { fsync: false });
  },
  create: (llave, hash, audit, activeMax = LLAVES_ACTIVAS_MAX) =>
    transact(function* () {
      const activas = yield* countActive(llave, '');
      if (activas === null) return 'no_restaurant';
      if (activas >= activeMax) return 'too_many';
      yield* insert(llave, hash);
      yield* writeAudit(audit);
      return 'created';
    }),
  async get(id) {
    const [row] = await all<LlaveRow>(GET, id);
    return row === undefined ? null : toLlave(row);
  },
  async list(restauranteId) {
    const found =
      restauranteId === null
        ? await all<LlaveRow>(LIST)
        : await all<LlaveRow>(LIST_OF_RESTAURANT, restauranteId);
    return found.map(toLlave);
  },
  revoke: (id, atMs, audit) =>
    transact(function* () {
      const isRevoked = yield* audited(audit, REVOKE, id, atMs);
      if (isRevoked) yield* noteChange();
      return isRevoked;
    }),
  rotate: (old, { llave, hash }, graceUntilMs, audit, activeMax = LLAVES_ACTIVAS_MAX) =>
    transact(function* () {
      // Without a grace, the old key makes room for the new one.
      const ending = graceUntilMs > llave.creadaMs ? '' : old.id;
      const activas = (yield* countActive(llave, ending)) ?? 0;
      // Read under the restaurant's lock: of two rotations at once, the second sees what the first has done.
      const [current] = yield* rows<LlaveRow>(GET, old.id);
      if (current !== undefined && current.expiraMs !== old.expiraMs) return 'changed';
      if (activas >= activeMax) return 'too_many';
      if (!(yield* audited(audit, EXPIRE, old.id, graceUntilMs))) return 'revoked';
      yield* insert(llave, hash);
      yield* noteChange();
      return 'rotated';
    }),
});

const insert = (llave: Llave, hash: string): Work<void> => {
  const { id, restauranteId, nombre, etiqueta, alcances, pista, creador } = llave;
  const { creadaMs, expiraMs, revocadaMs, ultimoUsoMs } = llave;
  return send(
    INSERT,
    id,
    restauranteId,
    hash,
    nombre,
    etiqueta,
    alcances.join(','),
    pista,
    creador,
    creadaMs,
    expiraMs,
    revocadaMs,
    ultimoUsoMs,
  );
};

/** The active keys of a new key's restaurant, without the one that is ending; null if there is no such restaurant. */
function* countActive({ restauranteId, creadaMs }: Llave, ending: string): Work<number | null> {
  if ((yield* lockRestaurant(restauranteId)) === null) return null;
  const [row] = yield* rows<{ activas: number }>(COUNT_ACTIVE, restauranteId, creadaMs, ending);
  return row?.activas ?? 0;
}
