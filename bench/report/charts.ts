import type { Curve } from '../support/report.ts';
import { drawChart, type Panel } from './chart.ts';
import type { Picture } from './markdown.ts';
import type { Results } from './results.ts';

interface PanelPlan extends Omit<Panel, 'series'> {
  /** What curves say they belong to. */
  id: string;
  /** Names of its lines in the order of the legend: those that share a colour, and which are dashed. */
  lines: readonly (readonly [name: string, colour: number, dashed: boolean])[];
}

interface ChartPlan {
  area: string;
  file: string;
  words: string;
  panels: readonly PanelPlan[];
}

const answers = (question: string, colour: number) =>
  [
    [`${question}, SQLite`, colour, false],
    [`${question}, PostgreSQL`, colour, true],
  ] as const;

const beside = (peer: string) =>
  [
    ['Comanda', 0, false],
    [peer, 1, true],
  ] as const;

/** The charts that there are. Curves find their panel by its id. */
export const CHARTS: readonly ChartPlan[] = [
  {
    area: 'rest',
    file: 'orders.svg',
    words:
      'What an answer and a command cost as the history of a restaurant grows to a million orders',
    panels: [
      {
        id: 'orders.answers',
        title: 'An answer, as the history grows',
        xLabel: 'orders of the restaurant',
        yLabel: 'processor time, µs',
        y: 'linear',
        lines: [
          ...answers('page of 25', 0),
          ...answers('filtered page', 1),
          ...answers('one order', 2),
        ],
      },
      {
        id: 'orders.ingest',
        title: 'Commands in, as the history grows',
        xLabel: 'orders of the restaurant',
        yLabel: 'commands a second, each on disk',
        y: 'linear',
        lines: [
          ['SQLite', 0, false],
          ['PostgreSQL', 0, true],
        ],
      },
    ],
  },
  {
    area: 'rest',
    file: 'restaurants.svg',
    words: 'What a page and a command cost as the number of restaurants grows to a thousand',
    panels: [
      {
        id: 'restaurants.page',
        title: 'A page of 25, as restaurants are added',
        xLabel: 'restaurants of 1,000 orders each',
        yLabel: 'processor time, µs',
        y: 'linear',
        lines: [['SQLite', 0, false]],
      },
      {
        id: 'restaurants.ingest',
        title: 'Commands in, spread over all of them',
        xLabel: 'restaurants of 1,000 orders each',
        yLabel: 'commands a second, each on disk',
        y: 'linear',
        lines: [['SQLite', 0, false]],
      },
    ],
  },
  {
    area: 'stream',
    file: 'streams.svg',
    words: 'What a delivery and a listener cost as the number of streams grows to ten thousand',
    panels: [
      {
        id: 'streams.delivery',
        title: 'One event to one listener',
        xLabel: 'listeners of one restaurant',
        yLabel: 'processor time, µs',
        y: 'linear',
        lines: beside('nchan'),
      },
      {
        id: 'streams.memory',
        title: 'Memory of the whole process',
        xLabel: 'idle listeners',
        yLabel: 'MiB',
        y: 'log',
        lines: beside('nchan'),
      },
    ],
  },
];

/** The picture of a chart, or null while none of its curves was measured. */
export const drawPlan = ({ words, panels }: ChartPlan, curves: readonly Curve[]): string | null => {
  const drawn = panels.map(({ id, lines, ...panel }): Panel => {
    const series = lines.flatMap(([name, colour, dashed]) => {
      const curve = curves.find((each) => each.panel === id && each.name === name);
      return curve === undefined ? [] : [{ name, colour, dashed, points: curve.points }];
    });
    return { ...panel, series };
  });
  return drawn.some(({ series }) => series.length > 0) ? drawChart(words, drawn) : null;
};

export const curvesOf = ({ areas }: Results): Curve[] =>
  Object.values(areas).flatMap((acts) => Object.values(acts).flatMap(({ curves }) => curves));

/** As the page of results shows them. */
export const picturesOf = (curves: readonly Curve[], folder: string): Picture[] =>
  CHARTS.filter((plan) => drawPlan(plan, curves) !== null).map(({ area, file, words }) => ({
    area,
    file: `${folder}/${file}`,
    words,
  }));
