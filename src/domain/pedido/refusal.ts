import type { CodigoRechazo } from '../../contract/errores.ts';

/** Why a command was not carried out: `ruta` is a JSON pointer into the command. */
export interface Refusal {
  ok: false;
  codigo: CodigoRechazo;
  error: string;
  ruta?: string;
}

export const refuse = (codigo: CodigoRechazo, error: string, ruta?: string): Refusal =>
  ruta === undefined ? { ok: false, codigo, error } : { ok: false, codigo, error, ruta };

export const unknownRestaurant = (restauranteId: string): Refusal =>
  refuse('no_encontrado', `No existe el restaurante «${restauranteId}».`, '/restaurante_id');
