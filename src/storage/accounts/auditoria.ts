import { type Database, run, send, type Value, type Work } from '../database.ts';
import type { AuditEntry, AuditStore } from '../port/accounts.ts';
import {
  AUDITORIA,
  type AuditRow,
  auditValues,
  toAuditEntry,
} from '../shared/accounts/auditoria.ts';

export const writeAudit = (entry: AuditEntry): Work<void> =>
  send(AUDITORIA.insert, ...auditValues(entry));

/** Runs a statement and records it in the audit; false if it changed nothing. */
export function* audited(audit: AuditEntry, sql: string, ...values: Value[]): Work<boolean> {
  if ((yield* run(sql, ...values)) === 0) return false;
  yield* writeAudit(audit);
  return true;
}

export const makeAuditStore = ({ all, transact }: Database): AuditStore => ({
  add: (entry) => transact(() => writeAudit(entry)),
  prune: (beforeMs, limit) => transact(() => run(AUDITORIA.prune, beforeMs, limit)),
  async list(restauranteId, limit, before = Number.MAX_SAFE_INTEGER) {
    const rows =
      restauranteId === null
        ? await all<AuditRow>(AUDITORIA.list, before, limit)
        : await all<AuditRow>(AUDITORIA.listOfRestaurant, before, limit, restauranteId);
    return rows.map(toAuditEntry);
  },
});
