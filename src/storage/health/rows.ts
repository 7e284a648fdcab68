import type { Condition } from '../port/notices/health.ts';

/** Columns of `condiciones c`. */
export const CONDITION_COLUMNS = `
  c.id, c.restaurante_id AS "restauranteId", c.tipo, c.objeto, c.nombre, c.detalle, c.etapa,
  c.desde_ms AS "desdeMs", c.hasta_ms AS "hastaMs", c.vista_ms AS "vistaMs", c.vista_por AS "vistaPor"`;

export type ConditionRow = Omit<Condition, 'detalle'> & { detalle: string };

export const toCondition = ({ detalle, ...row }: ConditionRow): Condition => ({
  ...row,
  detalle: JSON.parse(detalle) as Condition['detalle'],
});
