import { progress } from '../../support/progress.ts';
import type { Figure } from '../../support/report.ts';
import { costsOf } from '../cost.ts';
import { BIG } from '../orders.ts';
import { FIRST_PAGE, PAGE_ORDERS, type Question, readNext } from '../questions.ts';
import type { Scene } from '../scene.ts';

const DEEP_PAGE = 1_000;
const WALK_ORDERS = 100;
const DAY_MS = 86_400_000;

interface Case {
  name: string;
  question: Question;
}

/** Common values, rare ones, ranges, and all together. */
const filters = (): Record<string, string> => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const [desde, hasta] = [daysAgo(90).slice(0, 10), daysAgo(20).slice(0, 10)];
  const dates = `&desde=${desde}&hasta=${hasta}`;
  return {
    'no filter': '',
    'common estado': '&estado=entregado',
    'uncommon estado': '&estado=cancelado',
    'rare estado': '&estado=listo',
    'common tipo': '&tipo=reparto',
    'uncommon tipo': '&tipo=mesa',
    'rare estado, uncommon tipo': '&estado=listo&tipo=mesa',
    'whole days': dates,
    'times of day': `&desde=${daysAgo(90)}&hasta=${daysAgo(20)}`,
    'one hour': `&desde=${daysAgo(50)}&hasta=${daysAgo(50 - 1 / 24)}`,
    'all, common': `&estado=entregado,cancelado&tipo=reparto${dates}`,
    'all, rare': `&estado=listo&tipo=recogida${dates}`,
  };
};

/** Any filter at any depth of a long history, beside the first page of a short one. */
export const filteredPages = async (scene: Scene): Promise<Figure[]> => {
  const short: Question = { restauranteId: scene.survey.restaurants[0] ?? '', path: FIRST_PAGE };
  const cases = await findCases(scene);
  const questions = [short, ...cases.map(({ question }) => question)];
  const [base = Number.NaN, ...costs] = await costsOf('filters', scene, questions);
  const figures = cases.map(({ name }, i): Figure => {
    const cost = costs[i] ?? Number.NaN;
    return {
      name: `${scene.dataset.size.bigOrders.toLocaleString('en')} orders: ${name}`,
      ours: `${Math.round(cost)} µs of processor`,
      peer: `${Math.round(base)} µs (first page of few)`,
      ratio: cost / base,
      target: 2,
      atMost: true,
      minor: true,
    };
  });
  return [worstOf(figures), ...figures];
};

const worstOf = (figures: readonly Figure[]): Figure => {
  const worst = figures.reduce((a, b) => ((a.ratio ?? 0) >= (b.ratio ?? 0) ? a : b));
  return { ...worst, name: `the dearest of ${figures.length}: ${worst.name}`, minor: false };
};

const findCases = async (scene: Scene): Promise<Case[]> => {
  const cases: Case[] = [];
  const names = scene.scale.filters;
  for (const [name, filter] of Object.entries(filters())) {
    if (names !== null && !names.includes(name)) continue;
    const first = FIRST_PAGE + filter;
    cases.push({ name: `${name}, first page`, question: { restauranteId: BIG, path: first } });
    progress(`filters: on the way to page 1,000 of ${name}`);
    const deep = await walk(scene, filter);
    if (deep === null) continue;
    const path = `${first}&cursor=${deep.cursor}`;
    cases.push({ name: `${name}, page ${deep.page}`, question: { restauranteId: BIG, path } });
  }
  return cases;
};

/** The cursor of page 1,000, or of the last full one where there are fewer. */
const walk = async (scene: Scene, filter: string) => {
  const wanted = (DEEP_PAGE - 1) * PAGE_ORDERS;
  let found: { cursor: string; page: number } | null = null;
  for (let at = 0; at < wanted; ) {
    // The rest first, so that whole steps end where the page begins.
    const step: number = (wanted - at) % WALK_ORDERS || WALK_ORDERS;
    const cursor = found === null ? '' : `&cursor=${found.cursor}`;
    const path = `/pedidos?limite=${step}${filter}${cursor}`;
    const next = await readNext(scene, BIG, path);
    at += step;
    if (next === null) return found;
    found = { cursor: next, page: at / PAGE_ORDERS + 1 };
  }
  return found;
};
