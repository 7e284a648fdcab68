import type { Zona } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { useWidth } from '../../parts/charts/use-width.ts';
import { labelPoint, type Point, projectionFor, scaleBar, zonePath } from './project.ts';

interface Props {
  zonas: readonly Zona[];
  /** Where the restaurant is; null where nobody has said so. */
  home: Point | null;
  chosen: string | null;
  onChoose(id: string | null): void;
}

const RATIO = 0.68;
const HEIGHT_MAX = 620;
const GRID_PX = 56;

/** Its tip is where the restaurant is. */
const Pin = ({ at: [x, y] }: { at: Point }) => (
  <g transform={`translate(${x} ${y})`} className="zone-home">
    <path d="M0 0C-3 -7 -10 -11 -10 -18a10 10 0 1 1 20 0C10 -11 3 -7 0 0z" />
    <circle cy="-18" r="4" />
  </g>
);

/** The zones on a blank background: the panel loads no map of another server. */
export const ZoneMap = ({ zonas, home, chosen, onChoose }: Props) => {
  const { t } = useWords();
  const { ref, width } = useWidth<HTMLDivElement>();
  const height = Math.min(HEIGHT_MAX, Math.max(280, Math.round(width * RATIO)));
  const places = [
    ...zonas.flatMap(({ poligono }) => poligono.coordenadas.flat()),
    ...(home === null ? [] : [home]),
  ];
  const projection = projectionFor(places, { width: Math.max(1, width), height });
  const bar = scaleBar(projection.metresPerPx, 110);
  return (
    <div ref={ref} className="zone-map">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={t('zones.map')}>
          <defs>
            <pattern id="grid" width={GRID_PX} height={GRID_PX} patternUnits="userSpaceOnUse">
              <path d={`M${GRID_PX} 0H0V${GRID_PX}`} className="zone-grid" />
            </pattern>
          </defs>
          <rect width={width} height={height} fill="url(#grid)" />
          {zonas.map((zona) => (
            <path
              key={zona.id}
              d={zonePath(zona, projection)}
              fill={zona.color}
              stroke={zona.color}
              fillRule="evenodd"
              className="zone-shape"
              data-chosen={chosen === zona.id}
              data-other={chosen !== null && chosen !== zona.id}
              data-off={!zona.activa}
              onPointerEnter={() => onChoose(zona.id)}
              onPointerLeave={() => onChoose(null)}
            />
          ))}
          {zonas.map((zona) => {
            const [x, y] = labelPoint(zona, projection);
            return (
              <text key={zona.id} x={x} y={y} className="zone-name" textAnchor="middle">
                {zona.nombre}
              </text>
            );
          })}
          {home !== null && <Pin at={projection.point(...home)} />}
          <g transform={`translate(16 ${height - 16})`} className="zone-scale">
            <path d={`M0 -5V0H${bar.px.toFixed(1)}V-5`} />
            <text x={bar.px / 2} y={-8} textAnchor="middle">
              {bar.metres >= 1_000 ? `${bar.metres / 1_000} km` : `${bar.metres} m`}
            </text>
          </g>
        </svg>
      )}
    </div>
  );
};
