import { type Database, run, send, type Value, type Work } from '../database.ts';
import type { AuditEntry, AuditStore, KeptAuditEntry } from '../port/accounts.ts';

const INSERT = `
  INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const COUNT = `
  INSERT INTO auditoria AS a
    (momento_ms, actor, accion, objeto, restaurante_id, detalle, repetida, veces)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (repetida) DO UPDATE SET
    momento_ms = excluded.momento_ms, veces = a.veces + excluded.veces`;
const PRUNE = `
  DELETE FROM auditoria WHERE id IN (
    SELECT id FROM auditoria WHERE momento_ms < $1 ORDER BY momento_ms LIMIT 0 + $2)`;
const SELECT = `
  SELECT id, momento_ms AS "momentoMs", actor, accion, objeto, restaurante_id AS "restauranteId", detalle,
    CASE WHEN repetida IS NULL THEN NULL ELSE veces END AS veces
  FROM auditoria`;
const LIST = `${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`;
const LIST_OF_RESTAURANT = `
  ${SELECT} WHERE restaurante_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`;
/** `$3`: an actor, or the kind of actor before a colon; empty for all. */
const SINCE = `
  ${SELECT} WHERE (momento_ms, id) > ($1, $2)
    AND ($3 = '' OR actor = $3 OR substr(actor, 1, length($3) + 1) = $3 || ':')
  ORDER BY momento_ms, id LIMIT $4`;

type AuditRow = Omit<KeptAuditEntry, 'detalle'> & { detalle: string; veces: number | null };

const toEntry = ({ detalle, veces, ...row }: AuditRow): KeptAuditEntry => ({
  ...row,
  detalle: {
    ...(JSON.parse(detalle) as AuditEntry['detalle']),
    ...(veces !== null && { veces }),
  },
});

export const writeAudit = (entry: AuditEntry): Work<void> => {
  const { momentoMs, actor, accion, objeto, restauranteId, detalle } = entry;
  return send(INSERT, momentoMs, actor, accion, objeto, restauranteId, JSON.stringify(detalle));
};

/** Runs a statement and records it in the audit; false if it changed nothing. */
export function* audited(audit: AuditEntry, sql: string, ...values: Value[]): Work<boolean> {
  if ((yield* run(sql, ...values)) === 0) return false;
  yield* writeAudit(audit);
  return true;
}

export const makeAuditStore = ({ all, transact }: Database): AuditStore => ({
  add: (entry) => transact(() => writeAudit(entry)),
  prune: (beforeMs, limit) => transact(() => run(PRUNE, beforeMs, limit)),
  async list(restauranteId, limit, before = Number.MAX_SAFE_INTEGER) {
    const rows =
      restauranteId === null
        ? await all<AuditRow>(LIST, before, limit)
        : await all<AuditRow>(LIST_OF_RESTAURANT, before, limit, restauranteId);
    return rows.map(toEntry);
  },
  async since({ momentoMs, id }, actor, limit) {
    return (await all<AuditRow>(SINCE, momentoMs, id, actor ?? '', limit)).map(toEntry);
  },
  count({ momentoMs, actor, accion, objeto, restauranteId, detalle }, key, times) {
    const given = [momentoMs, actor, accion, objeto, restauranteId, JSON.stringify(detalle)];
    return transact(() => send(COUNT, ...given, key, times), { fsync: false });
  },
});
