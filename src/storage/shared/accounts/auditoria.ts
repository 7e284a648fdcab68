import type { AuditEntry } from '../../port/accounts.ts';

const SELECT = `
  SELECT id, momento_ms AS "momentoMs", actor, accion, objeto, restaurante_id AS "restauranteId", detalle
  FROM auditoria`;

export const AUDITORIA = {
  insert: `
    INSERT INTO auditoria (momento_ms, actor, accion, objeto, restaurante_id, detalle)
    VALUES ($1, $2, $3, $4, $5, $6)`,
  prune: `
    DELETE FROM auditoria WHERE id IN (
      SELECT id FROM auditoria WHERE momento_ms < $1 ORDER BY momento_ms LIMIT 0 + $2)`,
  list: `${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`,
  listOfRestaurant: `${SELECT} WHERE restaurante_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};

export type AuditRow = Omit<AuditEntry, 'detalle'> & { id: number; detalle: string };

export const toAuditEntry = ({ detalle, ...row }: AuditRow): AuditEntry & { id: number } => ({
  ...row,
  detalle: JSON.parse(detalle) as AuditEntry['detalle'],
});

/** The parameters of `insert`. */
export const auditValues = (entry: AuditEntry) => {
  const { momentoMs, actor, accion, objeto, restauranteId, detalle } = entry;
  return [momentoMs, actor, accion, objeto, restauranteId, JSON.stringify(detalle)];
};
