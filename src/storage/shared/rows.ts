import type { Alcance } from '../../contract/alcances.ts';
import type { TokenLabel } from '../../contract/ids.ts';
import type { Orden } from '../../domain/log/orden.ts';
import type { Llave } from '../port/accounts.ts';
import type { Sesion, UsuarioDetalle } from '../port/panel.ts';

/** Rows that both engines store with the same columns, and what they mean. */

// A type, not an interface: drivers want rows that can be indexed by any name.
export type LlaveRow = {
  id: string;
  restaurante_id: string;
  nombre: string;
  etiqueta: TokenLabel;
  alcances: string;
  pista: string;
  creador: string;
  creada_ms: number;
  expira_ms: number | null;
  revocada_ms: number | null;
  ultimo_uso_ms: number | null;
};

export const toLlave = (row: LlaveRow): Llave => ({
  id: row.id,
  restauranteId: row.restaurante_id,
  nombre: row.nombre,
  etiqueta: row.etiqueta,
  alcances: row.alcances.split(',') as Alcance[],
  pista: row.pista,
  creador: row.creador,
  creadaMs: row.creada_ms,
  expiraMs: row.expira_ms,
  revocadaMs: row.revocada_ms,
  ultimoUsoMs: row.ultimo_uso_ms,
});

/** In the order of the columns in which both engines insert a key. */
export const llaveValues = (llave: Llave, hash: string) => [
  llave.id,
  llave.restauranteId,
  hash,
  llave.nombre,
  llave.etiqueta,
  llave.alcances.join(','),
  llave.pista,
  llave.creador,
  llave.creadaMs,
  llave.expiraMs,
  llave.revocadaMs,
  llave.ultimoUsoMs,
];

export type OrdenRow = {
  id_min: string | null;
  id_max: string | null;
  creado_min_ms: number | null;
  creado_max_ms: number | null;
  desorden_ms: number;
};

/** Null before the first order. */
export const toOrden = (row: OrdenRow): Orden | null => {
  const { id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms } = row;
  if (id_min === null || id_max === null || creado_min_ms === null || creado_max_ms === null) {
    return null;
  }
  return {
    idMin: id_min,
    idMax: id_max,
    creadoMinMs: creado_min_ms,
    creadoMaxMs: creado_max_ms,
    desordenMs: desorden_ms,
  };
};

export type UsuarioRow = {
  id: string;
  email: string;
  restaurante_id: string | null;
  creado_ms: number;
  clave: string | null;
  alta_expira_ms: number | null;
  desactivado_ms: number | null;
  ultimo_acceso_ms: number | null;
};

export const toUsuario = (row: UsuarioRow): UsuarioDetalle => ({
  id: row.id,
  email: row.email,
  restauranteId: row.restaurante_id,
  creadoMs: row.creado_ms,
  tieneClave: row.clave !== null,
  desactivadoMs: row.desactivado_ms,
  ultimoAccesoMs: row.ultimo_acceso_ms,
});

export type SesionRow = {
  hash: string;
  usuario_id: string;
  creada_ms: number;
  vista_ms: number;
  agente: string;
};

export const toSesion = (row: SesionRow): Sesion => ({
  hash: row.hash,
  usuarioId: row.usuario_id,
  creadaMs: row.creada_ms,
  vistaMs: row.vista_ms,
  agente: row.agente,
});
