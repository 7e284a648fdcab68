import { engineOf } from '../../support/engines.ts';
import { type Demand, type Figure, median, perSecond } from '../../support/figure.ts';
import { compare, inTurns, ratesOf, repeat, type Side } from '../compare.ts';
import { NORMALISED_RESTAURANTS, normalisedFile } from '../data/normalised.ts';
import { ordinaryIds } from '../data/orders.ts';
import { sqliteFile } from '../data/sql.ts';
import * as questionsOf from '../questions.ts';
import type { Setup } from '../setup.ts';
import type { LoadRequest, LoadResult } from '../wrk.ts';
import { tails } from './tails.ts';

/** Share of the pages that is reserved for the measurement at a fixed rate. */
const TAIL_SHARE = 0.4;

/** Pages of 25 orders, never the same one twice, in turns with the limit and with the usual server. */
export const newPages = async (setup: Setup): Promise<Figure[]> => {
  const all = await questionsOf.makePages(setup.database);
  const kept = Math.floor(all.length * TAIL_SHARE);
  const questions = all.slice(kept);
  const limit = await startLimit(setup, questions);
  const usual = await startUsual(setup, all);
  const title = 'page of 25, never twice';
  // The sample has been asked for already.
  const own = ourSide(setup, questions, questions.length - 1);
  const [ours, least, other] = await compare(title, [own, limit, usual], setup.scale);
  const isSqlite = engineOf(setup.database.target.databaseUrl) === 'sqlite';
  const figure = speedFigure(title, ours, limit.name, least, isSqlite ? 0.4 : 0.6);
  const instead = { name: usual.name, runs: ratesOf(other) };
  const beside: Demand = { against: 'instead', atLeast: isSqlite ? 8 : 6 };
  return [
    { ...figure, instead, demands: [beside, ...figure.demands] },
    await tails(setup, all.slice(0, kept), median(ratesOf(ours)), limit),
  ];
};

/** The first page of every restaurant, again and again: whole, and with the current ETag. */
export const samePages = async (setup: Setup): Promise<Figure[]> => {
  const whole = questionsOf.makeFirstPages(setup.database);
  const tagged: questionsOf.StoredQuestion[] = [];
  for (const page of whole) tagged.push({ ...page, etag: (await setup.get(page)).etag });
  const asked = { 'the same page again': whole, 'the same page, If-None-Match': tagged };
  const figures: Figure[] = [];
  for (const [title, questions] of Object.entries(asked)) {
    const limit = await startFastify(setup, questions.at(-1) as questionsOf.StoredQuestion);
    const sides = [ourSide(setup, questions), limit] as const;
    const [ours, least] = await compare(title, sides, setup.scale);
    figures.push(speedFigure(title, ours, limit.name, least, 0.5));
  }
  return figures;
};

/** Single orders by id, thousands of them in turn. */
export const singleOrders = async (setup: Setup): Promise<Figure[]> => {
  const questions = questionsOf.makeOrders(setup.database);
  const limit = await startLimit(setup, questions);
  const title = 'one order by id';
  const [ours, least] = await compare(title, [ourSide(setup, questions), limit], setup.scale);
  const isSqlite = engineOf(setup.database.target.databaseUrl) === 'sqlite';
  return [speedFigure(title, ours, limit.name, least, isSqlite ? 0.35 : 0.5)];
};

/** Our server; with `supply` it gets each question only once. */
const ourSide = (
  { server, withKeys }: Setup,
  questions: readonly questionsOf.StoredQuestion[],
  supply?: number,
): Side => ({
  name: 'ours',
  target: { url: server.publicUrl, pid: server.pid },
  take: inTurns(questions, withKeys),
  ...(supply !== undefined && { supply }),
});

const speedFigure = (
  name: string,
  ours: readonly LoadResult[],
  limitName: string,
  limit: readonly LoadResult[],
  atLeast: number,
): Figure => {
  const micros = (runs: readonly LoadResult[]) =>
    Math.round(median(runs.map(({ cpuMicros }) => cpuMicros)));
  const kib = (median(ours.map(({ answerBytes }) => answerBytes)) / 1_024).toFixed(1);
  return {
    name,
    engine: '',
    textOf: perSecond,
    ours: ratesOf(ours),
    limit: { name: limitName, runs: ratesOf(limit) },
    demands: [{ against: 'limit', atLeast }],
    detail: `${kib} KiB; processor time ${micros(ours)} µs, limit ${micros(limit)} µs`,
  };
};

const startPeer = (setup: Setup, file: string, settings: object) =>
  setup.startPeer(new URL(`../peers/${file}`, import.meta.url), settings);

/** A bare Fastify that repeats one of our answers. */
const startFastify = async (setup: Setup, sample: questionsOf.Question): Promise<Side> => {
  const { restauranteId, path } = sample;
  const { headers, body } = await setup.get({ restauranteId, path });
  const target = await startPeer(setup, 'fastify.ts', { headers, text: body.toString() });
  return { name: 'bare Fastify, same bytes', target, take: repeat(await setup.withKeys([sample])) };
};

/** The least code that reads the same stored bytes by the same index and sends them. */
const startLimit = async (
  setup: Setup,
  questions: readonly questionsOf.StoredQuestion[],
): Promise<Side> => {
  const { databaseUrl, dataDir } = setup.database.target;
  const [file, name, settings] =
    databaseUrl === null
      ? (['sqlite.ts', 'node:http + node:sqlite', { file: sqliteFile(dataDir) }] as const)
      : (['postgres.ts', 'node:http + pg', { databaseUrl }] as const);
  const target = await startPeer(setup, file, settings);
  const requests = questions.map(({ stored }): LoadRequest => ({ path: stored }));
  const { body } = await setup.get(questions.at(-1) as questionsOf.StoredQuestion);
  const theirs = await (await fetch(target.url + (requests.at(-1)?.path ?? ''))).text();
  if (ordersOf(body.toString()) !== ordersOf(theirs)) throw new Error('it answers other orders');
  return { name, target, take: repeat(requests) };
};

const ordersOf = (body: string): string => {
  const parsed = JSON.parse(body || '{}');
  return JSON.stringify(parsed.datos ?? parsed);
};

/** Starts a server that answers the same pages from normalised tables, written in the usual way. */
const startUsual = async (
  setup: Setup,
  all: readonly questionsOf.PageQuestion[],
): Promise<Side> => {
  const { target, size } = setup.database;
  const file = normalisedFile(target.dataDir);
  const peer = await startPeer(setup, 'usual.ts', { file, databaseUrl: target.databaseUrl });
  const known = new Set(ordinaryIds(size).slice(0, NORMALISED_RESTAURANTS));
  const pages = all.filter(({ restauranteId }) => known.has(restauranteId));
  const requests = pages.map(({ restauranteId, after }) => ({
    path: `/pedidos?restaurante=${restauranteId}&despues_de=${after}&limite=${questionsOf.PAGE_ORDERS}`,
  }));
  const [page, request] = [pages.at(-1), requests.at(-1)];
  if (page === undefined || request === undefined) throw new Error('it has no pages');
  const ours = JSON.parse((await setup.get(page)).body.toString()) as Page;
  const theirs = (await (await fetch(peer.url + request.path)).json()) as Page;
  if (comparable(ours) !== comparable(theirs)) throw new Error('it answers another page');
  return { name: 'Fastify + Kysely, normalised tables', target: peer, take: repeat(requests) };
};

interface Page {
  datos: { id: string; items: { opciones: unknown[] }[] }[];
}

const comparable = ({ datos }: Page): string =>
  JSON.stringify(datos.map(({ id, items }) => [id, items.map((item) => item.opciones.length)]));
