import type { AuditEntry, AuditStore } from '../port.ts';
import type { Session, Statement } from './connection.ts';
import type { Transaction } from './transaction.ts';

const INSERT: Statement = {
  name: 'auditoria_insert',
  text: `
    INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const COLUMNS = 'momento_ms, actor, accion, objeto, restaurante_id, detalle';
const LIST_ALL: Statement = {
  name: 'auditoria_list_all',
  text: `SELECT ${COLUMNS} FROM auditoria ORDER BY id DESC LIMIT $1`,
};
const LIST_ONE: Statement = {
  name: 'auditoria_list_one',
  text: `SELECT ${COLUMNS} FROM auditoria WHERE restaurante_id = $1 ORDER BY id DESC LIMIT $2`,
};

type AuditRow = {
  momento_ms: number;
  actor: string;
  accion: string;
  objeto: string;
  restaurante_id: string | null;
  detalle: string;
};

/** Part of the transaction of the deed that it records. */
export const writeAudit = (transaction: Transaction, entry: AuditEntry): void => {
  const { momentoMs, actor, accion, objeto, restauranteId, detalle } = entry;
  const json = JSON.stringify(detalle);
  transaction.send(INSERT, [momentoMs, actor, accion, objeto, restauranteId, json]);
};

export const makeAuditStore = (session: Session): AuditStore => ({
  async list(restauranteId, limit) {
    const rows =
      restauranteId === null
        ? await session.rows<AuditRow>(LIST_ALL, [limit])
        : await session.rows<AuditRow>(LIST_ONE, [restauranteId, limit]);
    return rows.map((row) => ({
      momentoMs: row.momento_ms,
      actor: row.actor,
      accion: row.accion,
      objeto: row.objeto,
      restauranteId: row.restaurante_id,
      detalle: JSON.parse(row.detalle) as AuditEntry['detalle'],
    }));
  },
});
