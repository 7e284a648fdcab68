import type { AuditEntry, AuditStore } from '../../port/accounts.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

const INSERT: Statement = {
  name: 'auditoria_insert',
  text: `
    INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const COLUMNS = 'id, momento_ms, actor, accion, objeto, restaurante_id, detalle';
const PAGE_ALL: Statement = {
  name: 'auditoria_page_all',
  text: `SELECT ${COLUMNS} FROM auditoria WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};
const PAGE_ONE: Statement = {
  name: 'auditoria_page_one',
  text: `
    SELECT ${COLUMNS} FROM auditoria WHERE restaurante_id = $1 AND id < $2
    ORDER BY id DESC LIMIT $3`,
};

type AuditRow = {
  id: number;
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

export const makeAuditStore = (session: Session): AuditStore => {
  const page: AuditStore['page'] = async (restauranteId, { before, limit }) => {
    const below = before ?? Number.MAX_SAFE_INTEGER;
    const rows =
      restauranteId === null
        ? await session.rows<AuditRow>(PAGE_ALL, [below, limit])
        : await session.rows<AuditRow>(PAGE_ONE, [restauranteId, below, limit]);
    return rows.map((row) => ({
      id: row.id,
      momentoMs: row.momento_ms,
      actor: row.actor,
      accion: row.accion,
      objeto: row.objeto,
      restauranteId: row.restaurante_id,
      detalle: JSON.parse(row.detalle) as AuditEntry['detalle'],
    }));
  };
  return {
    page,
    list: async (restauranteId, limit) =>
      (await page(restauranteId, { before: null, limit })).map(({ id: _, ...entry }) => entry),
  };
};
