import { type Axis, linearAxis, logAxis, short } from './axis.ts';

/** One line of a panel. */
export interface Series {
  name: string;
  /** The n-th colour; lines that are about the same thing share one. */
  colour: number;
  /** What ours is drawn beside. */
  dashed: boolean;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  title: string;
  xLabel: string;
  yLabel: string;
  /** How y is divided; x always by powers of ten. */
  y: 'linear' | 'log';
  series: readonly Series[];
}

const PANEL = { width: 420, plotHeight: 170 };
const PLOT = { left: 52, right: 406 };
const LEGEND = { left: 12, top: 44, lineHeight: 17, columns: 2 };
/** Between the legend and the plot, for the unit; below the plot, for the ticks and the label. */
const ABOVE = 36;
const BELOW = 50;
const COLOURS = 3;

/** Dark where the reader's system is; a picture in a page cannot ask the page. */
const STYLE = `
  svg { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
  .title { font-size: 14px; font-weight: 600; fill: #1f2328; }
  text { fill: #59636e; }
  .grid { stroke: #d1d9e0; stroke-width: 1; }
  .axis { stroke: #818b98; stroke-width: 1; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
  .dashed { stroke-dasharray: 5 5; }
  .c0 { stroke: #0969da; } .f0 { fill: #0969da; }
  .c1 { stroke: #bc4c00; } .f1 { fill: #bc4c00; }
  .c2 { stroke: #1a7f37; } .f2 { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    .title { fill: #f0f6fc; }
    text { fill: #9198a1; }
    .grid { stroke: #30363d; }
    .axis { stroke: #656c76; }
    .c0 { stroke: #58a6ff; } .f0 { fill: #58a6ff; }
    .c1 { stroke: #f0883e; } .f1 { fill: #f0883e; }
    .c2 { stroke: #3fb950; } .f2 { fill: #3fb950; }
  }
`;

/** Panels side by side, as wide as a page of text. */
export const drawChart = (description: string, panels: readonly Panel[]): string => {
  const width = PANEL.width * panels.length;
  const rows = Math.max(...panels.map(({ series }) => Math.ceil(series.length / LEGEND.columns)));
  const top = LEGEND.top + rows * LEGEND.lineHeight + ABOVE - LEGEND.lineHeight;
  const height = top + PANEL.plotHeight + BELOW;
  const drawn = panels.map(
    (panel, i) => `<g transform="translate(${i * PANEL.width} 0)">\n${drawPanel(panel, top)}\n</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      `width="${width}" height="${height}" role="img">`,
    `<title>${escaped(description)}</title>`,
    `<style>${STYLE}</style>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
};

const drawPanel = (panel: Panel, top: number): string => {
  const points = panel.series.flatMap((series) => series.points);
  const values = points.map(([, y]) => y);
  const plot = makePlot(
    top,
    logAxis(points.map(([x]) => x)),
    panel.y === 'log' ? logAxis(values) : linearAxis(values),
  );
  return [
    text(LEGEND.left, 22, panel.title, 'class="title"'),
    ...panel.series.map(drawLegend),
    text(LEGEND.left, top - 10, panel.yLabel),
    ...drawGrid(plot),
    text((PLOT.left + PLOT.right) / 2, plot.bottom + 40, panel.xLabel, 'text-anchor="middle"'),
    ...panel.series.flatMap((series) => drawSeries(series, plot)),
  ].join('\n');
};

/** Where values are on the paper. */
const makePlot = (top: number, x: Axis, y: Axis) => {
  const bottom = top + PANEL.plotHeight;
  return {
    bottom,
    ticks: { x: x.ticks, y: y.ticks },
    x: (value: number) => round(PLOT.left + x.at(value) * (PLOT.right - PLOT.left)),
    y: (value: number) => round(bottom - y.at(value) * PANEL.plotHeight),
  };
};

type Plot = ReturnType<typeof makePlot>;

const drawGrid = (plot: Plot): string[] => [
  ...plot.ticks.y.flatMap(({ value, text: words }) => {
    const at = plot.y(value);
    const kind = at === plot.bottom ? 'axis' : 'grid';
    return [
      `<line class="${kind}" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at}" y2="${at}"/>`,
      text(PLOT.left - 8, at + 4, words, 'text-anchor="end"'),
    ];
  }),
  ...plot.ticks.x.flatMap(({ value, text: words }) => {
    const at = plot.x(value);
    return [
      `<line class="axis" x1="${at}" x2="${at}" y1="${plot.bottom}" y2="${plot.bottom + 5}"/>`,
      text(at, plot.bottom + 20, words, 'text-anchor="middle"'),
    ];
  }),
];

const drawLegend = ({ name, colour, dashed }: Series, i: number): string => {
  const columnWidth = (PLOT.right - LEGEND.left) / LEGEND.columns;
  const x = LEGEND.left + (i % LEGEND.columns) * columnWidth;
  const y = LEGEND.top + Math.floor(i / LEGEND.columns) * LEGEND.lineHeight;
  const sample = `<path class="${lineClass(colour, dashed)}" d="M${x} ${y - 4}h22"/>`;
  return sample + text(x + 28, y, name);
};

const drawSeries = ({ name, colour, dashed, points }: Series, plot: Plot): string[] => {
  const sorted = points.toSorted(([a], [b]) => a - b);
  const places = sorted.map(([x, y]) => ({ at: `${plot.x(x)} ${plot.y(y)}`, x, y }));
  return [
    ...(places.length > 1
      ? [
          `<path class="${lineClass(colour, dashed)}" d="M${places.map(({ at }) => at).join('L')}"/>`,
        ]
      : []),
    ...places.map(
      ({ x, y }) =>
        `<circle class="f${colour % COLOURS}" cx="${plot.x(x)}" cy="${plot.y(y)}" r="3.5">` +
        `<title>${escaped(`${name}: ${short(y)} at ${short(x)}`)}</title></circle>`,
    ),
  ];
};

const lineClass = (colour: number, dashed: boolean): string =>
  `line c${colour % COLOURS}${dashed ? ' dashed' : ''}`;

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}"${more === '' ? '' : ` ${more}`}>${escaped(words)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
