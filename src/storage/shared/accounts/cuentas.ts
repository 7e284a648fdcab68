import type { Cuenta } from '../../../domain/log/batch.ts';

const SAVED_COLUMNS = 'id, slug, nombre, zona_horaria, activo, ingesta';
export const CUENTA_COLUMNS = `${SAVED_COLUMNS}, corte`;

const INSERT = `
  INSERT INTO restaurantes (${SAVED_COLUMNS}, perfil) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT`;

export const CUENTAS = {
  find: `SELECT ${CUENTA_COLUMNS}, perfil FROM restaurantes WHERE id = $1`,
  list: `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id > $1 ORDER BY id LIMIT $2`,
  create: `${INSERT} DO NOTHING`,
  save: `${INSERT} (id) DO UPDATE SET slug = excluded.slug, nombre = excluded.nombre,
      zona_horaria = excluded.zona_horaria, activo = excluded.activo, ingesta = excluded.ingesta,
      perfil = excluded.perfil`,
  startLog:
    'INSERT INTO registros (restaurante_id, log_tag) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  setActive: 'UPDATE restaurantes SET activo = $2 WHERE id = $1',
  setIngesta: 'UPDATE restaurantes SET ingesta = $2 WHERE id = $1',
  setCorte: 'UPDATE restaurantes SET corte = $2 WHERE id = $1',
  document: 'SELECT cuerpo FROM documentos WHERE restaurante_id = $1 AND clase = $2',
};

export type CuentaRow = {
  id: string;
  slug: string;
  nombre: string;
  zona_horaria: string;
  /** SQLite stores a flag as 0 or 1. */
  activo: boolean | number;
  ingesta: boolean | number;
  corte: number;
};

export const toCuenta = (row: CuentaRow): Cuenta => ({
  id: row.id,
  slug: row.slug,
  nombre: row.nombre,
  zonaHoraria: row.zona_horaria,
  activo: Boolean(row.activo),
  ingesta: Boolean(row.ingesta),
  corte: row.corte,
});
