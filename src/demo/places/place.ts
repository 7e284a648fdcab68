import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import type { Zona } from '../../contract/recursos/zona.ts';
import type { Seccion } from '../menu.ts';

/** A delivery zone with what addresses in it look like. */
export interface Barrio {
  zona: Zona;
  codigosPostales: readonly string[];
  calles: readonly string[];
  /** How likely a delivery goes there. */
  peso: number;
}

/** All that is known of an invented restaurant. */
export interface Place {
  perfil: Restaurante;
  secciones: readonly Seccion[];
  barrios: readonly Barrio[];
  /** Orders of an ordinary weekday, and how many clients they come from. */
  pedidosDia: number;
  clientes: number;
  mesas: number;
  /** Percentages: of a meal, and of alcohol and sugared drinks that leave the house. */
  impuesto: { servicio: number; general: number };
  reparto: { reparto: number; recogida: number; mesa: number };
  sala: readonly string[];
  repartidores: readonly string[];
  /** Seconds between two orders while one watches. */
  vivoSegundos: readonly [min: number, max: number];
}

/** A ring of `[lng, lat]`, closed. */
export const ring = (
  ...points: readonly (readonly [lng: number, lat: number])[]
): Zona['poligono'] => {
  const closed = [...points, ...points.slice(0, 1)];
  return { tipo: 'Polygon', coordenadas: [closed.map(([lng, lat]) => [lng, lat])] };
};
