import type { StoredFlag } from '../../database.ts';
import type { Closing } from '../../port/cierres.ts';

/** Of `cierres c`. */
export const HEAD_COLUMNS = `
  c.restaurante_id AS "restauranteId", c.id, c.n, c.mes, c.desde_ms AS "desdeMs", c.hasta_ms AS "hastaMs",
  c.fecha, c.zona, c.nombre, c.moneda, c.creado_ms AS "creadoMs", c.creado_por AS "creadoPor", c.sustituye,
  c.sustituido_por AS "sustituidoPor", c.filas, c.sumas, c.anterior, c.sello`;

export type ClosingDbRow = Omit<Closing, 'intacto'> & { intacto: StoredFlag };

export const toClosing = ({ intacto, ...row }: ClosingDbRow): Closing => ({
  ...row,
  intacto: Boolean(intacto),
});
