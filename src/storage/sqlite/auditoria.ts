import type { AuditEntry, AuditStore } from '../port.ts';
import type { Connection } from './connection.ts';

const INSERT = `
  INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
  VALUES (?, ?, ?, ?, ?, ?)`;
const COLUMNS = `
  momento_ms AS momentoMs, actor, accion, objeto, restaurante_id AS restauranteId, detalle`;
const LIST_ALL = `SELECT ${COLUMNS} FROM auditoria ORDER BY id DESC LIMIT ?`;
const LIST_ONE = `
  SELECT ${COLUMNS} FROM auditoria WHERE restaurante_id = ? ORDER BY id DESC LIMIT ?`;

/** Part of the transaction of the deed that it records. */
export const writeAudit = ({ run }: Connection, entry: AuditEntry): void => {
  const { momentoMs, actor, accion, objeto, restauranteId, detalle } = entry;
  run(INSERT, momentoMs, actor, accion, objeto, restauranteId, JSON.stringify(detalle));
};

export const makeAuditStore = ({ all }: Connection): AuditStore => ({
  async list(restauranteId, limit) {
    const rows =
      restauranteId === null
        ? all<AuditEntry & { detalle: string }>(LIST_ALL, limit)
        : all<AuditEntry & { detalle: string }>(LIST_ONE, restauranteId, limit);
    return rows.map((row) => ({ ...row, detalle: JSON.parse(row.detalle) }));
  },
});
