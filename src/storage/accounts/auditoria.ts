import { type Database, run, send, type Value, type Work } from '../database.ts';
import type { AuditEntry, AuditStore } from '../port/accounts.ts';

const INSERT = `
  INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const PRUNE = `
  DELETE FROM auditoria WHERE id IN (
    SELECT id FROM auditoria WHERE momento_ms < $1 ORDER BY momento_ms LIMIT 0 + $2)`;
const SELECT = `
  SELECT id, momento_ms AS "momentoMs", actor, accion, objeto, restaurante_id AS "restauranteId", detalle
  FROM auditoria`;
const LIST = `${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`;
const LIST_OF_RESTAURANT = `
  ${SELECT} WHERE restaurante_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`;

type AuditRow = Omit<AuditEntry, 'detalle'> & { id: number; detalle: string };

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
    return rows.map(({ detalle, ...row }) => ({
      ...row,
      detalle: JSON.parse(detalle) as AuditEntry['detalle'],
    }));
  },
});
