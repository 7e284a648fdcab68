/** One line of a panel. */
export interface Line {
  name: string;
  /** The n-th colour; lines that are about the same thing share one. */
  colour: number;
  /** What ours is drawn beside. */
  dashed: boolean;
  points: readonly (readonly [x: number, y: number])[];
}

/** x is divided by powers of ten, y begins at zero. */
export interface Panel {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly Line[];
}

const WIDTH = 420;
const HEIGHT = 330;
const PLOT = { left: 52, right: 406, top: 110, bottom: 280 };
const LEGEND = { left: 12, top: 44, lineHeight: 17, columns: 2 };
const Y_TICKS = 4;

/** Dark where the reader's system is; a picture in a page cannot ask the page. */
const STYLE = `
  svg { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
  .title { font-size: 14px; font-weight: 600; fill: #1f2328; }
  text { fill: #59636e; }
  .grid { stroke: #d1d9e0; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
  .dashed { stroke-dasharray: 5 5; }
  .c0 { stroke: #0969da; } .f0 { fill: #0969da; }
  .c1 { stroke: #bc4c00; } .f1 { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    .title { fill: #f0f6fc; }
    text { fill: #9198a1; }
    .grid { stroke: #30363d; }
    .c0 { stroke: #58a6ff; } .f0 { fill: #58a6ff; }
    .c1 { stroke: #f0883e; } .f1 { fill: #f0883e; }
  }
`;

/** Panels side by side, as wide as a page of text. */
export const drawChart = (description: string, panels: readonly Panel[]): string => {
  const width = WIDTH * panels.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img">`,
    `<title>${escaped(description)}</title>`,
    `<style>${STYLE}</style>`,
    ...panels.map((panel, i) => `<g transform="translate(${i * WIDTH} 0)">${drawPanel(panel)}</g>`),
    '</svg>\n',
  ].join('\n');
};

const drawPanel = ({ title, xLabel, yLabel, lines }: Panel): string => {
  const points = lines.flatMap((line) => line.points);
  const x = powersAxis(points.map((point) => point[0]));
  const y = zeroAxis(points.map((point) => point[1]));
  const xAt = (value: number) => round(PLOT.left + x.at(value) * (PLOT.right - PLOT.left));
  const yAt = (value: number) => round(PLOT.bottom - y.at(value) * (PLOT.bottom - PLOT.top));
  return [
    text(LEGEND.left, 22, title, 'class="title"'),
    ...lines.map(drawLegend),
    text(LEGEND.left, PLOT.top - 10, yLabel),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 40, xLabel, 'text-anchor="middle"'),
    ...y.ticks.flatMap((value) => [
      `<path class="grid" d="M${PLOT.left} ${yAt(value)}H${PLOT.right}"/>`,
      text(PLOT.left - 8, yAt(value) + 4, short(value), 'text-anchor="end"'),
    ]),
    ...x.ticks.map((value) =>
      text(xAt(value), PLOT.bottom + 20, short(value), 'text-anchor="middle"'),
    ),
    ...lines.flatMap((line) => drawLine(line, xAt, yAt)),
  ].join('\n');
};

const drawLegend = ({ name, colour, dashed }: Line, i: number): string => {
  const x = LEGEND.left + (i % LEGEND.columns) * ((PLOT.right - LEGEND.left) / LEGEND.columns);
  const y = LEGEND.top + Math.floor(i / LEGEND.columns) * LEGEND.lineHeight;
  return `<path class="${lineClass(colour, dashed)}" d="M${x} ${y - 4}h22"/>${text(x + 28, y, name)}`;
};

type Place = (value: number) => number;

const drawLine = ({ name, colour, dashed, points }: Line, xAt: Place, yAt: Place): string[] => {
  const sorted = points.toSorted(([a], [b]) => a - b);
  const path = sorted.map(([x, y]) => `${xAt(x)} ${yAt(y)}`).join('L');
  const dots = sorted.map(([x, y]) => {
    const title = escaped(`${name}: ${short(y)} at ${short(x)}`);
    return `<circle class="f${colour}" cx="${xAt(x)}" cy="${yAt(y)}" r="3.5"><title>${title}</title></circle>`;
  });
  return [`<path class="${lineClass(colour, dashed)}" d="M${path || '0 0'}"/>`, ...dots];
};

interface Axis {
  /** 0 to 1 along the axis. */
  at: Place;
  ticks: number[];
}

/** From power of ten to power of ten. */
export const powersAxis = (values: readonly number[]): Axis => {
  if (values.length === 0) return { at: () => 0, ticks: [] };
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  // One value alone would have no width.
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    at: (value) => (Math.log10(value) - first) / (last - first),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i)),
  };
};

/** From zero in round steps, so that half the height is half the value. */
export const zeroAxis = (values: readonly number[]): Axis => {
  const most = Math.max(0, ...values) || 1;
  const power = 10 ** Math.floor(Math.log10(most / Y_TICKS));
  const step = power * ([1, 2, 2.5, 5].find((each) => each * power * Y_TICKS >= most) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  return {
    at: (value) => value / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, i) => i * step),
  };
};

/** 1000 is 1k: what stands beside an axis has to be short. */
export const short = (value: number): string => {
  const [divisor, unit] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${unit}`;
};

const lineClass = (colour: number, dashed: boolean): string =>
  `line c${colour}${dashed ? ' dashed' : ''}`;

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(words)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
