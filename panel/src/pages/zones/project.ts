import type { Zona } from '../../api/wire.ts';

export type Point = readonly [x: number, y: number];

interface Projection {
  point(lng: number, lat: number): Point;
  metresPerPx: number;
}

const METRES_PER_DEGREE = 111_320;
const PADDING = 0.08;
/** The span shown if everything lies on one point. */
const SPAN_MIN_DEGREES = 0.004;

/**
 * An equirectangular projection that fits everything given into the size: degrees of longitude shrink with
 * the cosine of the latitude, which is exact enough for a town.
 */
export const projectionFor = (
  places: readonly Point[],
  { width, height }: { width: number; height: number },
): Projection => {
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  const centre: Point = [middle(lngs), middle(lats)];
  const squeeze = Math.cos((centre[1] * Math.PI) / 180);
  const spanX = Math.max(SPAN_MIN_DEGREES, span(lngs) * squeeze) * (1 + 2 * PADDING);
  const spanY = Math.max(SPAN_MIN_DEGREES, span(lats)) * (1 + 2 * PADDING);
  const scale = Math.min(width / spanX, height / spanY);
  return {
    point: (lng, lat) => [
      width / 2 + (lng - centre[0]) * squeeze * scale,
      height / 2 - (lat - centre[1]) * scale,
    ],
    metresPerPx: METRES_PER_DEGREE / scale,
  };
};

const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const middle = (values: readonly number[]): number =>
  (Math.max(...values) + Math.min(...values)) / 2;

/** Outer ring and holes in one path; `evenodd` leaves the holes open. */
export const zonePath = (zona: Zona, projection: Projection): string =>
  zona.poligono.coordenadas
    .map((ring) => {
      const points = ring.map(([lng, lat]) => projection.point(lng, lat));
      return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
    })
    .join('');

/** The place of a zone's name: the centroid of its outer ring, by area. */
export const labelPoint = (zona: Zona, projection: Projection): Point => {
  const ring = (zona.poligono.coordenadas[0] ?? []).map(([lng, lat]) => projection.point(lng, lat));
  let area = 0;
  let x = 0;
  let y = 0;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[i + 1] ?? [ax, ay];
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return area === 0 ? (ring[0] ?? [0, 0]) : [x / (3 * area), y / (3 * area)];
};

/** The longest round length that fits into so many pixels. */
export const scaleBar = (metresPerPx: number, aboutPx: number): { metres: number; px: number } => {
  const wanted = metresPerPx * aboutPx;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const metres = ([5, 2, 1].find((factor) => factor * magnitude <= wanted) ?? 1) * magnitude;
  return { metres, px: metres / metresPerPx };
};
