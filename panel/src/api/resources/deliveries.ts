import { useResource } from '../queries.ts';
import type { EnlaceDatos, Lista, RangoMovil, TablaEnvio } from '../wire.ts';

const ENLACES_MS = 5_000;

// No event announces a use.
export const useEnlaces = () =>
  useResource<Lista<EnlaceDatos>>(['enlaces'], { refetchInterval: ENLACES_MS });

export const TABLAS_ENVIO: readonly TablaEnvio[] = ['iva', 'pagos', 'items'];
export const RANGOS: readonly RangoMovil[] = [
  'mes_actual',
  'mes_anterior',
  '7d',
  '30d',
  'este_ano',
];
