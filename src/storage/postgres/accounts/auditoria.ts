import type { AuditEntry, AuditStore } from '../../port/accounts.ts';
import {
  AUDITORIA,
  type AuditRow,
  auditValues,
  toAuditEntry,
} from '../../shared/accounts/auditoria.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

/** Part of the transaction that it records. */
export const writeAudit = (transaction: Transaction, entry: AuditEntry): void =>
  transaction.send(AUDITORIA.insert, auditValues(entry));

export const makeAuditStore = (session: Session): AuditStore => ({
  async list(restauranteId, limit, before = Number.MAX_SAFE_INTEGER) {
    const rows =
      restauranteId === null
        ? await session.rows<AuditRow>(AUDITORIA.list, [before, limit])
        : await session.rows<AuditRow>(AUDITORIA.listOfRestaurant, [before, limit, restauranteId]);
    return rows.map(toAuditEntry);
  },
});
