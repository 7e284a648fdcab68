/** One line of a panel. */
export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

/** A chart that labels every point with its value; x is divided by powers of ten, y begins at zero. */
export interface Panel {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly Line[];
}

const WIDTH = 420;
const HEIGHT = 300;
const PLOT = { left: 30, right: 390, top: 110, bottom: 240 };
const LEGEND = { top: 44, lineHeight: 17, columnWidth: 190 };
/**
 * Colours that differ from each other on white and on black, like the text: a picture in a page cannot ask for its
 * background.
 */
const COLOURS = ['#1f7aec', '#d9690f', '#2f9e44', '#a259d9'];
const STYLE = `text { font: 12px system-ui, sans-serif; fill: #7d8590; } .title { font-weight: 600; }
  path { fill: none; stroke-width: 2.5; }`;

/** Panels side by side, as wide as a page of text. */
export const drawChart = (description: string, panels: readonly Panel[]): string => {
  const width = WIDTH * panels.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" role="img">`,
    `<title>${escaped(description)}</title>`,
    `<style>${STYLE}</style>`,
    ...panels.map((panel, i) => `<g transform="translate(${i * WIDTH} 0)">${drawPanel(panel)}</g>`),
    '</svg>\n',
  ].join('\n');
};

const drawPanel = ({ title, xLabel, yLabel, lines }: Panel): string => {
  const points = lines.flatMap((line) => line.points);
  const powers = points.map(([x]) => Math.log10(x));
  const [first, most] = [Math.min(...powers), Math.max(...points.map(([, y]) => y))];
  // A single point has no width.
  const span = Math.max(...powers) - first || 1;
  const xAt = (x: number) =>
    round(PLOT.left + ((Math.log10(x) - first) / span) * (PLOT.right - PLOT.left));
  const yAt = (y: number) => round(PLOT.bottom - (y / (most || 1)) * (PLOT.bottom - PLOT.top));
  const ticks = [...new Set(points.map(([x]) => x))];
  return [
    text(12, 22, title, 'class="title"'),
    text(12, PLOT.top - 22, yLabel),
    text(WIDTH / 2, PLOT.bottom + 42, xLabel, 'text-anchor="middle"'),
    `<path stroke="#7d8590" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}"/>`,
    ...ticks.map((x) => text(xAt(x), PLOT.bottom + 20, short(x), 'text-anchor="middle"')),
    ...lines.flatMap(({ name, points: own }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const sorted = own.toSorted(([a], [b]) => a - b);
      const path = sorted.map(([x, y]) => `${xAt(x)} ${yAt(y)}`).join('L');
      const [left, top] = [12 + (i % 2) * LEGEND.columnWidth, Math.floor(i / 2)];
      const legend = `style="fill:${colour}"`;
      return [
        text(left, LEGEND.top + top * LEGEND.lineHeight, name, legend),
        `<path stroke="${colour}" d="M${path}"/>`,
        ...sorted.map(([x, y]) => text(xAt(x), yAt(y) - 6, short(y), 'text-anchor="middle"')),
      ];
    }),
  ].join('\n');
};

/** 1000 becomes 1k: the label beside a line has to be short. */
export const short = (value: number): string => {
  const [divisor, unit] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${unit}`;
};

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${round(y)}" ${more}>${escaped(words)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
