import type { AuditEntry, AuditStore } from '../../port/accounts.ts';
import {
  AUDITORIA,
  type AuditRow,
  auditValues,
  toAuditEntry,
} from '../../shared/accounts/auditoria.ts';
import type { Connection } from '../driver/connection.ts';

/** Part of the transaction that it records. */
export const writeAudit = ({ run }: Connection, entry: AuditEntry): void => {
  run(AUDITORIA.insert, ...auditValues(entry));
};

export const makeAuditStore = ({ all }: Connection): AuditStore => ({
  async list(restauranteId, limit, before = Number.MAX_SAFE_INTEGER) {
    const rows =
      restauranteId === null
        ? all<AuditRow>(AUDITORIA.list, before, limit)
        : all<AuditRow>(AUDITORIA.listOfRestaurant, before, limit, restauranteId);
    return rows.map(toAuditEntry);
  },
});
