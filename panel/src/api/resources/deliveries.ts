import { useResource } from '../queries.ts';
import type {
  EnlaceDatos,
  EnvioConHistoria,
  EnviosProgramados,
  Lista,
  RangoMovil,
  TablaEnvio,
} from '../wire.ts';

const WATCH_MS = 5_000;

// No event announces a use.
export const useEnlaces = () =>
  useResource<Lista<EnlaceDatos>>(['enlaces'], { refetchInterval: WATCH_MS });

// No event announces that one was sent.
export const useEnvios = () =>
  useResource<EnviosProgramados>(['envios'], { refetchInterval: WATCH_MS });

export const useEnvio = (id: string) =>
  useResource<EnvioConHistoria>(['envios', id], { refetchInterval: WATCH_MS });

export const TABLAS_ENVIO: readonly TablaEnvio[] = ['iva', 'pagos', 'items'];
export const RANGOS: readonly RangoMovil[] = [
  'mes_actual',
  'mes_anterior',
  '7d',
  '30d',
  'este_ano',
];
