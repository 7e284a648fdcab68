import type { Tipo } from '../../contract/recursos/pedido.ts';
import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import type { Zona } from '../../contract/recursos/zona.ts';
import { fold } from '../../domain/fold.ts';
import type { Seccion } from '../menu.ts';
import { rowsOf, splitList } from '../notation.ts';

export interface Barrio {
  zona: Zona;
  codigosPostales: readonly string[];
  calles: readonly string[];
  peso: number;
}

export interface Place {
  perfil: Restaurante;
  secciones: readonly Seccion[];
  barrios: readonly Barrio[];
  pedidosDia: number;
  clientes: number;
  mesas: number;
  /** Tax rates in percent: of a meal, and of alcohol and sugared drinks that are taken away. */
  impuesto: { servicio: number; general: number };
  tipos: Readonly<Record<Tipo, number>>;
  sala: readonly string[];
  repartidores: readonly string[];
  vivoSegundos: readonly [min: number, max: number];
}

/** Reads four lines for each: `key | name | colour | fee | minimum | minutes | weight`, postal codes, streets, corners. */
export const parseBarrios = (text: string): Barrio[] => {
  const rows = rowsOf(text);
  return Array.from({ length: rows.length / 4 }, (_, i) => {
    const [head = [], codes = [], streets = [], corners = []] = rows.slice(4 * i, 4 * i + 4);
    const [key = '', nombre = '', color = '', tarifa, minimo, minutos, peso] = head;
    return {
      zona: {
        id: `zon_${key}`,
        nombre,
        slug: fold(nombre).replaceAll(' ', '-'),
        color,
        tarifa_cents: Number(tarifa),
        pedido_minimo_cents: Number(minimo),
        minutos_estimados: Number(minutos),
        activa: true,
        poligono: { tipo: 'Polygon', coordenadas: [closedRing(corners[0] ?? '')] },
      },
      codigosPostales: splitList(codes[0]),
      calles: splitList(streets[0]),
      peso: Number(peso),
    };
  });
};

const closedRing = (corners: string): [lng: number, lat: number][] => {
  const points = splitList(corners).map((corner): [number, number] => {
    const [lng = 0, lat = 0] = corner.split(' ').map(Number);
    return [lng, lat];
  });
  return [...points, ...points.slice(0, 1)];
};
