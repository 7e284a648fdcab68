import type { AuditEntry, AuditStore } from '../../port/accounts.ts';
import type { Connection } from '../driver/connection.ts';

const INSERT = `
  INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
  VALUES (?, ?, ?, ?, ?, ?)`;
const COLUMNS = `
  momento_ms AS momentoMs, actor, accion, objeto, restaurante_id AS restauranteId, detalle`;
const PAGE_ALL = `SELECT id, ${COLUMNS} FROM auditoria WHERE id < ? ORDER BY id DESC LIMIT ?`;
const PAGE_ONE = `
  SELECT id, ${COLUMNS} FROM auditoria WHERE restaurante_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;

/** Part of the transaction of the deed that it records. */
export const writeAudit = ({ run }: Connection, entry: AuditEntry): void => {
  const { momentoMs, actor, accion, objeto, restauranteId, detalle } = entry;
  run(INSERT, momentoMs, actor, accion, objeto, restauranteId, JSON.stringify(detalle));
};

type Row = AuditEntry & { id: number; detalle: string };

export const makeAuditStore = ({ all }: Connection): AuditStore => {
  const page: AuditStore['page'] = async (restauranteId, { before, limit }) => {
    const below = before ?? Number.MAX_SAFE_INTEGER;
    const rows =
      restauranteId === null
        ? all<Row>(PAGE_ALL, below, limit)
        : all<Row>(PAGE_ONE, restauranteId, below, limit);
    return rows.map((row) => ({ ...row, detalle: JSON.parse(row.detalle) }));
  };
  return {
    page,
    list: async (restauranteId, limit) =>
      (await page(restauranteId, { before: null, limit })).map(({ id: _, ...entry }) => entry),
  };
};
