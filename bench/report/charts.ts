import type { Curve } from '../support/figure.ts';
import { drawChart, type Line } from './chart.ts';

interface ChartPlan {
  area: string;
  file: string;
  description: string;
  panels: readonly PanelPlan[];
}

interface PanelPlan {
  /** What curves say they belong to. */
  id: string;
  title: string;
  xLabel: string;
  yLabel: string;
  /** In the order of the legend. */
  lines: readonly Omit<Line, 'points'>[];
}

const MICROSECONDS = 'processor time, µs';
const COMMANDS = 'commands a second, each on disk';
const line = (name: string, colour = 0, dashed = false) => ({ name, colour, dashed });
const SQLITE = [line('SQLite')];
const ENGINES = [...SQLITE, line('PostgreSQL', 0, true)];
const BESIDE_NCHAN = [line('Comanda'), line('nchan', 1, true)];

export const CHARTS: readonly ChartPlan[] = [
  {
    area: 'rest',
    file: 'orders.svg',
    description:
      'What an answer and a command cost as the history of a restaurant grows to a million orders',
    panels: [
      {
        id: 'orders.answers',
        title: 'An answer, as the history grows',
        xLabel: 'orders of the restaurant',
        yLabel: MICROSECONDS,
        lines: [
          ...[line('page of 25, SQLite'), line('page of 25, PostgreSQL', 0, true)],
          ...[line('one order, SQLite', 1), line('one order, PostgreSQL', 1, true)],
        ],
      },
      {
        id: 'orders.ingest',
        title: 'Commands in, as the history grows',
        xLabel: 'orders of the restaurant',
        yLabel: COMMANDS,
        lines: ENGINES,
      },
    ],
  },
  {
    area: 'rest',
    file: 'restaurants.svg',
    description: 'What a page and a command cost as the number of restaurants grows to a thousand',
    panels: [
      {
        id: 'restaurants.page',
        title: 'A page of 25, as restaurants are added',
        xLabel: 'restaurants of 100 orders each',
        yLabel: MICROSECONDS,
        lines: SQLITE,
      },
      {
        id: 'restaurants.ingest',
        title: 'Commands in, spread over all of them',
        xLabel: 'restaurants of 100 orders each',
        yLabel: COMMANDS,
        lines: SQLITE,
      },
    ],
  },
  {
    area: 'stream',
    file: 'streams.svg',
    description:
      'What a delivery and a listener cost as the number of streams grows to ten thousand',
    panels: [
      {
        id: 'streams.delivery',
        title: 'One event to one listener',
        xLabel: 'listeners of one restaurant',
        yLabel: MICROSECONDS,
        lines: BESIDE_NCHAN,
      },
      {
        id: 'streams.memory',
        title: 'Memory of the whole process',
        xLabel: 'idle listeners',
        yLabel: 'MiB',
        lines: BESIDE_NCHAN,
      },
    ],
  },
];

/** A chart of an area, and the lines of its picture; charts of which nothing was measured are left out. */
export const drawCharts = (curves: readonly Curve[]) =>
  CHARTS.flatMap(({ area, file, description, panels }) => {
    const drawn = panels.map(({ id, lines, ...panel }) => ({
      ...panel,
      lines: lines.flatMap((each): Line[] => {
        const curve = curves.find(({ panel: of, name }) => of === id && name === each.name);
        return curve === undefined ? [] : [{ ...each, points: curve.points }];
      }),
    }));
    if (drawn.every(({ lines }) => lines.length === 0)) return [];
    return [{ area, file, description, svg: drawChart(description, drawn) }];
  });

export type Chart = ReturnType<typeof drawCharts>[number];
