import type { Curve } from '../support/figure.ts';
import { drawChart } from './chart.ts';

export interface Chart {
  name: string;
  area: string;
  description: string;
  svg: string;
}

/** For each chart, the area whose results show it, and its description. */
const CHARTS: Readonly<Record<string, [area: string, description: string]>> = {
  orders: [
    'rest',
    'What an answer and a command cost as the history of a restaurant grows to a million orders',
  ],
  restaurants: [
    'rest',
    'What a page and a command cost as the number of restaurants grows to a thousand',
  ],
  streams: ['stream', 'What idle listeners cost as their number grows to ten thousand'],
};

/** Draws each chart that has curves, with a panel for each title. */
export const drawCharts = (curves: readonly Curve[]): Chart[] =>
  Object.entries(CHARTS).flatMap(([name, [area, description]]) => {
    const own = curves.filter(({ chart }) => chart === name);
    const panels = [...Map.groupBy(own, ({ panel }) => panel)].map(([title, lines]) => {
      const [{ xLabel, yLabel } = { xLabel: '', yLabel: '' }] = lines;
      return { title, xLabel, yLabel, lines };
    });
    return own.length === 0
      ? []
      : [{ name, area, description, svg: drawChart(description, panels) }];
  });
