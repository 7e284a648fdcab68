import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useWords } from '../../i18n/lang.ts';
import { labelStep, niceMax } from './scale.ts';
import { useWidth } from './use-width.ts';

interface BarPoint {
  key: string;
  /** The label under the bar. */
  short: string;
  /** The label in full, for the readout. */
  long: string;
  value: number;
  /** The value to compare with, drawn behind the bar. */
  before?: number;
  /** The bar that is still growing. */
  current?: boolean;
  /** Leads to the orders of the bar. */
  href?: string | undefined;
}

interface Props {
  label: string;
  points: readonly BarPoint[];
  series: readonly [string, string?];
  format(value: number): string;
  formatAxis(value: number): string;
  height?: number;
}

/** About the width of a character of the axes. */
const CHAR_PX = 6.6;
const AXIS_GAP = 14;
const BOTTOM = 22;
const TOP = 8;
const LABEL_PX = 46;

/** Bars, with those of another day behind, and a table of the same numbers for screen readers. */
export const Bars = ({ label, points, series, format, formatAxis, height = 200 }: Props) => {
  const { t } = useWords();
  const { ref, width } = useWidth<HTMLElement>();
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(...points.flatMap(({ value, before = 0 }) => [value, before]), 0);
  const max = niceMax(most);
  // If nothing was sold, all three marks would read 0 €, because the axis shows no cents.
  const values = most === 0 ? [0] : [0, max / 2, max];
  const marks = values.map((value) => ({ value, text: formatAxis(value) }));
  const left = AXIS_GAP + CHAR_PX * Math.max(...marks.map(({ text }) => text.length));
  const inner = Math.max(0, width - left);
  const each = inner / Math.max(1, points.length);
  const floor = height - BOTTOM;
  const y = (value: number): number => floor - (value / max) * (floor - TOP);
  const step = labelStep(points.length, inner, LABEL_PX);
  const [, navigate] = useLocation();
  const move = (event: KeyboardEvent) => {
    const href = at === null ? undefined : points[at]?.href;
    if (event.key === 'Enter' && href !== undefined) navigate(href);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setAt((now) => ((now ?? (by > 0 ? -1 : 0)) + by + points.length) % points.length);
  };
  const active = at === null ? undefined : points[at];
  return (
    <figure
      ref={ref}
      className="chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move along the bars
      tabIndex={0}
      aria-label={label}
      onKeyDown={move}
      onBlur={() => setAt(null)}
      onPointerLeave={() => setAt(null)}
    >
      <figcaption className="readout" aria-live="polite">
        {active === undefined ? (
          <Legend series={series} />
        ) : (
          <>
            <strong>{active.long}</strong>
            <span>{format(active.value)}</span>
            {active.before !== undefined && (
              <span className="soft">
                {series[1]}: {format(active.before)}
              </span>
            )}
            {active.href !== undefined && <span className="soft">{t('chart.open')}</span>}
          </>
        )}
      </figcaption>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          {marks.map(({ value, text }) => (
            <g key={value}>
              <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="chart-line" />
              <text x={left - 8} y={y(value) + 4} className="chart-text" textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {points.map((point, i) => {
            const x = left + i * each;
            const gap = Math.min(6, each * 0.18);
            const inset = point.before === undefined ? gap : gap + each * 0.14;
            return (
              <g key={point.key} data-active={i === at}>
                {point.before !== undefined && point.before > 0 && (
                  <Bar x={x + gap} width={each - 2 * gap} y={y(point.before)} floor={floor} faint />
                )}
                {point.value > 0 && (
                  <Bar
                    x={x + inset}
                    width={each - 2 * inset}
                    y={y(point.value)}
                    floor={floor}
                    current={point.current ?? false}
                  />
                )}
                {i % step === 0 && (
                  <text
                    x={Math.min(x + each / 2, width - (point.short.length * CHAR_PX) / 2)}
                    y={height - 5}
                    className="chart-text"
                    textAnchor="middle"
                  >
                    {point.short}
                  </text>
                )}
                <Touch href={point.href}>
                  <rect
                    x={x}
                    y={0}
                    width={each}
                    height={floor}
                    className="chart-touch"
                    onPointerEnter={() => setAt(i)}
                  />
                </Touch>
              </g>
            );
          })}
        </svg>
      )}
      <DataTable label={label} points={points} series={series} format={format} />
    </figure>
  );
};

/** The pointer's link over a bar. The tab key skips it: the keyboard has the arrows and Enter. */
const Touch = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? (
    children
  ) : (
    <Link href={href} tabIndex={-1}>
      {children}
    </Link>
  );

const Bar = ({
  x,
  y,
  width,
  floor,
  faint = false,
  current = false,
}: {
  x: number;
  y: number;
  width: number;
  floor: number;
  faint?: boolean;
  current?: boolean;
}) => (
  <rect
    x={x}
    y={Math.min(y, floor - 1)}
    width={Math.max(1, width)}
    height={Math.max(1, floor - y)}
    rx={Math.min(3, width / 3)}
    className={faint ? 'chart-bar faint' : current ? 'chart-bar current' : 'chart-bar'}
  />
);

const Legend = ({ series: [now, before] }: { series: Props['series'] }) => (
  <>
    <span className="soft legend now">{now}</span>
    {before !== undefined && <span className="soft legend before">{before}</span>}
  </>
);

const DataTable = ({ label, points, series, format }: Omit<Props, 'formatAxis' | 'height'>) => (
  // A table ignores a width; the element around it does not.
  <div className="hidden-text">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{series[0]}</th>
          {series[1] !== undefined && <th scope="col">{series[1]}</th>}
        </tr>
      </thead>
      <tbody>
        {points.map(({ key, long, value, before }) => (
          <tr key={key}>
            <th scope="row">{long}</th>
            <td>{format(value)}</td>
            {before !== undefined && <td>{format(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
