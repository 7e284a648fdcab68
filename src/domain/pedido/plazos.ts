import type { Plazos } from '../../contract/panel.ts';

export const PLAZO_MINUTES_MAX = 240;

/** Those of a restaurant that has not chosen its own. */
export const PLAZOS_POR_DEFECTO: Plazos = {
  mesa: { aceptar: 5, listo: 20 },
  recogida: { aceptar: 5, listo: 20 },
  reparto: { aceptar: 5, listo: 25 },
};
