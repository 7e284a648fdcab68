import type { EngineName } from '../../budget.ts';
import type { Figure } from '../../support/figure.ts';
import { peersProblem } from '../../support/packages.ts';
import { compare, inTurns, repeat, type Side, speedFigure } from '../compare.ts';
import { NORMALISED_RESTAURANTS, normalisedFile } from '../data/normalised.ts';
import { ordinaryIds } from '../data/orders.ts';
import { PAGE_ORDERS, type Question } from '../questions.ts';
import type { Answer, Setup } from '../setup.ts';
import type { LoadRequest, LoadResult } from '../wrk.ts';
import { tails } from './tails.ts';

type Targets = Readonly<Record<EngineName, number>>;
const USUAL_TARGETS: Targets = { sqlite: 8, postgres: 3 };
const SIZE_TOLERANCE = 0.15;
/** Share of the pages that is reserved for the measurement at a fixed rate. */
const TAIL_SHARE = 0.4;

/** Pages of 25 orders, never the same one twice, compared with a baseline and with the usual server. */
export const newPages = async (setup: Setup): Promise<Figure[]> => {
  const kept = Math.floor(setup.questions.pages.length * TAIL_SHARE);
  const [pages, others] = [setup.questions.pages.slice(kept), setup.questions.pages.slice(0, kept)];
  const usual = await startUsual(setup).catch((error: Error) => error.message);
  const {
    figure,
    ours,
    others: peers,
  } = await besideLeast(setup, {
    title: 'page of 25, never twice',
    questions: pages,
    targets: { sqlite: 0.35, postgres: 0.5 },
    once: true,
    others: typeof usual === 'string' ? [] : [usual],
  });
  const theirs = peers[0] ?? String(usual);
  const name = '… beside Fastify, Kysely, normalised tables';
  return [
    figure,
    speedFigure(name, ours, theirs, USUAL_TARGETS[setup.database.engine]),
    await tails(setup, others, ours.perSecond),
  ];
};

/**
 * The first page of every restaurant, again and again: whole, and with the current ETag. Only on SQLite: the loop
 * beside PostgreSQL would read every page anew, so that the comparison would say nothing about our cache.
 */
export const samePages = async (setup: Setup): Promise<Figure[]> => {
  const { firstPages } = setup.questions;
  const tagged: Question[] = [];
  for (const question of firstPages) {
    tagged.push({ ...question, etag: (await setup.get(question)).etag });
  }
  const targets = { sqlite: 0.6, postgres: 0.6 };
  const asked = { 'the same page again': firstPages, 'the same page, If-None-Match': tagged };
  const figures: Figure[] = [];
  for (const [title, questions] of Object.entries(asked)) {
    figures.push((await besideLeast(setup, { title, questions, targets })).figure);
  }
  return figures;
};

/** Single orders by id, thousands of them in turn. */
export const singleOrders = async (setup: Setup): Promise<Figure[]> => {
  const { orders: questions } = setup.questions;
  const targets = { sqlite: 0.5, postgres: 0.5 };
  return [(await besideLeast(setup, { title: 'one order by id', questions, targets })).figure];
};

interface Comparison {
  title: string;
  questions: readonly Question[];
  targets: Targets;
  /** Whether our server gets each question only once. */
  once?: boolean;
  others?: readonly Side[];
}

/**
 * Compares our server with a baseline: on SQLite a bare server that repeats one of our answers; on PostgreSQL, where
 * every answer needs the database, a bare loop that reads the same stored bytes.
 */
const besideLeast = async (
  setup: Setup,
  { title, questions, targets, once = false, others = [] }: Comparison,
): Promise<{ figure: Figure; ours: LoadResult; others: LoadResult[] }> => {
  const { server, database } = setup;
  const sample = questions.at(-1) as Question;
  const answer = await setup.get(sample);
  const least =
    database.target.databaseUrl === null
      ? await repeatingServer(setup, sample, answer)
      : await postgresLoop(setup, questions, answer);
  const own: Side = {
    name: 'ours',
    target: { url: server.publicUrl, pid: server.pid },
    take: inTurns(questions, setup.withKeys, once),
    // The sample has been requested already.
    ...(once && { supply: questions.length - 1 }),
  };
  const [ours, peer, ...rest] = await compare(title, [own, least, ...others], setup.scale);
  if (ours === undefined || peer === undefined) throw new Error('nothing was measured');
  if (database.target.databaseUrl === null) checkSizes(ours, peer);
  const name = `${title} (${(answer.body.length / 1_024).toFixed(1)} KiB), beside ${least.name}`;
  const figure = speedFigure(name, ours, peer, targets[database.engine]);
  return { figure, ours, others: rest };
};

const repeatingServer = async (
  setup: Setup,
  sample: Question,
  { status, headers, body }: Answer,
): Promise<Side> => {
  const target = await setup.startPeer('bare.ts', { status, headers, text: body.toString() });
  return { name: 'bare node:http', target, take: repeat(await setup.withKeys([sample])) };
};

/** Both servers have to have sent answers of the same size. */
const checkSizes = (ours: LoadResult, bare: LoadResult): void => {
  if (Math.abs(ours.answerBytes / bare.answerBytes - 1) > SIZE_TOLERANCE) {
    throw new Error(`answers of ${ours.answerBytes} bytes beside ${bare.answerBytes}`);
  }
};

const postgresLoop = async (
  setup: Setup,
  questions: readonly Question[],
  { body }: Answer,
): Promise<Side> => {
  const { databaseUrl } = setup.database.target;
  const target = await setup.startPeer('postgres.ts', { databaseUrl });
  const requests = questions.map(({ stored = '' }): LoadRequest => ({ path: stored }));
  const theirs = await (await fetch(target.url + (requests.at(-1)?.path ?? ''))).text();
  if (ordersOf(body.toString()) !== ordersOf(theirs)) throw new Error('it answers other orders');
  return { name: 'bare pg loop', target, take: repeat(requests) };
};

const ordersOf = (body: string): string => {
  const parsed = JSON.parse(body || '{}');
  return JSON.stringify(parsed.datos ?? parsed);
};

/** Starts a server that answers the same pages from normalised tables, written in the usual way. */
const startUsual = async (setup: Setup): Promise<Side> => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  const { target, size } = setup.database;
  const file = normalisedFile(target.dataDir);
  const peer = await setup.startPeer('usual.ts', { file, databaseUrl: target.databaseUrl });
  const known = new Set(ordinaryIds(size).slice(0, NORMALISED_RESTAURANTS));
  const pages = setup.questions.pages.filter(({ restauranteId }) => known.has(restauranteId));
  const requests = pages.map(({ restauranteId, after }) => ({
    path: `/pedidos?restaurante=${restauranteId}&despues_de=${after}&limite=${PAGE_ORDERS}`,
  }));
  const [page, request] = [pages.at(-1), requests.at(-1)];
  if (page === undefined || request === undefined) throw new Error('it has no pages');
  const ours = JSON.parse((await setup.get(page)).body.toString()) as Page;
  const theirs = (await (await fetch(peer.url + request.path)).json()) as Page;
  if (comparable(ours) !== comparable(theirs)) throw new Error('it answers another page');
  return { name: 'the usual server', target: peer, take: repeat(requests) };
};

interface Page {
  datos: { id: string; items: { opciones: unknown[] }[] }[];
}

const comparable = ({ datos }: Page): string =>
  JSON.stringify(datos.map(({ id, items }) => [id, items.map((item) => item.opciones.length)]));
