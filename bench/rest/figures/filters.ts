import { DAY_MS } from '../../../src/domain/time.ts';
import { countText, type Figure, microseconds } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { costsOf } from '../cost.ts';
import { LARGE, largeOrders, ordinaryIds, SMALL } from '../data/orders.ts';
import { FIRST_PAGE, PAGE_ORDERS, type Question } from '../questions.ts';
import type { Setup } from '../setup.ts';

const DEEP_PAGE = 1_000;
const WALK_ORDERS = 100;
const SUMMARY = '/resumen?periodo=30d';

/** Filters by common values, rare ones, ranges, and all together. A quick run takes the first of them. */
const filters = (): Record<string, string> => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const dates = `&desde=${daysAgo(90).slice(0, 10)}&hasta=${daysAgo(20).slice(0, 10)}`;
  return {
    'no filter': '',
    'rare estado': '&estado=listo',
    'whole days': dates,
    'all, common': `&estado=entregado,cancelado&tipo=reparto${dates}`,
    'all, rare': `&estado=listo&tipo=recogida${dates}`,
    'common estado': '&estado=entregado',
    'uncommon estado': '&estado=cancelado',
    'common tipo': '&tipo=reparto',
    'uncommon tipo': '&tipo=mesa',
    'common metodo_pago': '&metodo_pago=tarjeta',
    'rare metodo_pago': '&metodo_pago=bizum',
    'common metodo_pago, rare estado': '&metodo_pago=tarjeta&estado=listo',
    'rare estado, uncommon tipo': '&estado=listo&tipo=mesa',
    'times of day': `&desde=${daysAgo(90)}&hasta=${daysAgo(20)}`,
    'one hour': `&desde=${daysAgo(50)}&hasta=${daysAgo(50 - 1 / 24)}`,
  };
};

/** The most expensive page of any filter at any depth of a long history, compared with the first page of a short one. */
export const filteredPages = async (setup: Setup): Promise<Figure[]> => {
  const { size } = setup.database;
  const short: Question = { restauranteId: ordinaryIds(size)[0] ?? '', path: FIRST_PAGE };
  const cases = await findCases(setup);
  const questions = cases.map(({ path }) => ({ restauranteId: LARGE, path }));
  const [base = Number.NaN, ...costs] = await costsOf(setup, [short, ...questions]);
  const dearest = Math.max(...costs);
  const which = `the dearest of ${cases.length} pages (${cases[costs.indexOf(dearest)]?.name})`;
  return [
    {
      name: 'the dearest filter at any depth of a million orders, processor time',
      engine: '',
      textOf: microseconds,
      ours: [dearest],
      limit: { name: `first page of ${countText(size.ordersEach)} orders`, runs: [base] },
      demands: [{ against: 'limit', atMost: 2 }],
      detail: `${countText(largeOrders(size))} orders, ${which}`,
    },
  ];
};

const findCases = async (setup: Setup): Promise<{ name: string; path: string }[]> => {
  const cases: { name: string; path: string }[] = [];
  for (const [name, filter] of Object.entries(filters()).slice(0, setup.scale.rest.filters)) {
    const first = FIRST_PAGE + filter;
    cases.push({ name: `${name}, first page`, path: first });
    progress(`on the way to page 1,000 of ${name}`);
    const deep = await findDeepPage(setup, filter);
    if (deep === null) continue;
    cases.push({ name: `${name}, page ${deep.page}`, path: `${first}&cursor=${deep.cursor}` });
  }
  return cases;
};

/** The cursor of page 1,000, or of the last full page if there are fewer. */
const findDeepPage = async (setup: Setup, filter: string) => {
  const wanted = (DEEP_PAGE - 1) * PAGE_ORDERS;
  let found: { cursor: string; page: number } | null = null;
  for (let at = 0; at < wanted; ) {
    // The short step first, so that whole steps end where the page begins.
    const step: number = (wanted - at) % WALK_ORDERS || WALK_ORDERS;
    const cursor = found === null ? '' : `&cursor=${found.cursor}`;
    const path = `/pedidos?limite=${step}${filter}${cursor}`;
    const { body } = await setup.get({ restauranteId: LARGE, path });
    // Only the end is parsed: all of it would take longer than the answer.
    const end = body.toString('latin1', body.lastIndexOf('"paginacion":'));
    const next = /"siguiente":"([^"]+)"/.exec(end)?.[1];
    at += step;
    if (next === undefined) return found;
    found = { cursor: next, page: at / PAGE_ORDERS + 1 };
  }
  return found;
};

/** A summary of 30 days with many orders, compared with one with few. */
export const summaries = async (setup: Setup): Promise<Figure[]> => {
  const questions = [LARGE, SMALL].map((restauranteId) => ({ restauranteId, path: SUMMARY }));
  const [large = Number.NaN, small = Number.NaN] = await costsOf(setup, questions);
  const counts: string[] = [];
  for (const question of questions) {
    const { kpis } = JSON.parse((await setup.get(question)).body.toString());
    counts.push(countText(kpis.pedidos_total + kpis.pedidos_cancelados));
  }
  return [
    {
      name: 'summary of 30 days, processor time',
      engine: '',
      textOf: microseconds,
      ours: [large],
      limit: { name: `of ${counts[1]} orders`, runs: [small] },
      demands: [{ against: 'limit', atMost: 2 }],
      detail: `${counts[0]} orders`,
    },
  ];
};
