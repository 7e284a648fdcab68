import { engineOf } from '../../support/engines.ts';
import type { Figure } from '../../support/figure.ts';
import { compare, inTurns, repeat, type Side, speedFigure } from '../compare.ts';
import { NORMALISED_RESTAURANTS, normalisedFile } from '../data/normalised.ts';
import { ordinaryIds } from '../data/orders.ts';
import * as questionsOf from '../questions.ts';
import type { Answer, Setup } from '../setup.ts';
import type { LoadRequest, LoadResult } from '../wrk.ts';
import { tails } from './tails.ts';

const SIZE_TOLERANCE = 0.15;
/** Share of the pages that is reserved for the measurement at a fixed rate. */
const TAIL_SHARE = 0.4;

/** Pages of 25 orders, never the same one twice, compared with a baseline and with the usual server. */
export const newPages = async (setup: Setup): Promise<Figure[]> => {
  const all = await questionsOf.makePages(setup.database);
  const isSqlite = engineOf(setup.database.target.databaseUrl) === 'sqlite';
  const kept = Math.floor(all.length * TAIL_SHARE);
  const {
    figure,
    ours,
    least,
    others: [usual],
  } = await besideLeast(setup, {
    title: 'page of 25, never twice',
    questions: all.slice(kept),
    target: isSqlite ? 0.35 : 0.5,
    once: true,
    others: [await startUsual(setup, all)],
  });
  const name = '… beside Fastify, Kysely, normalised tables';
  return [
    figure,
    speedFigure(name, ours, usual as LoadResult, isSqlite ? 8 : 3),
    await tails(setup, all.slice(0, kept), ours.perSecond, least),
  ];
};

/**
 * The first page of every restaurant, again and again: whole, and with the current ETag. Only on SQLite: the loop
 * beside PostgreSQL would read every page anew, so that the comparison would say nothing about our cache.
 */
export const samePages = async (setup: Setup): Promise<Figure[]> => {
  const whole = questionsOf.makeFirstPages(setup.database);
  const tagged: questionsOf.StoredQuestion[] = [];
  for (const page of whole) tagged.push({ ...page, etag: (await setup.get(page)).etag });
  const asked = { 'the same page again': whole, 'the same page, If-None-Match': tagged };
  const figures: Figure[] = [];
  for (const [title, questions] of Object.entries(asked)) {
    figures.push((await besideLeast(setup, { title, questions, target: 0.6 })).figure);
  }
  return figures;
};

/** Single orders by id, thousands of them in turn. */
export const singleOrders = async (setup: Setup): Promise<Figure[]> => {
  const questions = questionsOf.makeOrders(setup.database);
  const order = { title: 'one order by id', questions, target: 0.5 };
  return [(await besideLeast(setup, order)).figure];
};

interface Comparison {
  title: string;
  questions: readonly questionsOf.StoredQuestion[];
  target: number;
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
  { title, questions, target, once = false, others = [] }: Comparison,
): Promise<{ figure: Figure; ours: LoadResult; least: Side; others: LoadResult[] }> => {
  const { server, database } = setup;
  const isSqlite = engineOf(database.target.databaseUrl) === 'sqlite';
  const sample = questions.at(-1) as questionsOf.StoredQuestion;
  const answer = await setup.get(sample);
  const least = isSqlite
    ? await repeatingServer(setup, sample, answer)
    : await postgresLoop(setup, questions, answer);
  const own: Side = {
    name: 'ours',
    target: { url: server.publicUrl, pid: server.pid },
    take: inTurns(questions, setup.withKeys),
    // The sample has been requested already.
    ...(once && { supply: questions.length - 1 }),
  };
  const [ours, peer, ...rest] = await compare(title, [own, least, ...others], setup.scale);
  if (ours === undefined || peer === undefined) throw new Error('nothing was measured');
  // The bare server repeats one answer, which must not be smaller than the others.
  const sizes = ours.answerBytes / peer.answerBytes;
  if (isSqlite && Math.abs(sizes - 1) > SIZE_TOLERANCE) {
    throw new Error(`answers of ${ours.answerBytes} bytes beside ${peer.answerBytes}`);
  }
  const name = `${title} (${(answer.body.length / 1_024).toFixed(1)} KiB), beside ${least.name}`;
  return { figure: speedFigure(name, ours, peer, target), ours, least, others: rest };
};

const startPeer = (setup: Setup, file: string, settings: object) =>
  setup.startPeer(new URL(`../peers/${file}`, import.meta.url), settings);

const repeatingServer = async (
  setup: Setup,
  sample: questionsOf.Question,
  { status, headers, body }: Answer,
): Promise<Side> => {
  const target = await startPeer(setup, 'bare.ts', { status, headers, text: body.toString() });
  return { name: 'bare node:http', target, take: repeat(await setup.withKeys([sample])) };
};

const postgresLoop = async (
  setup: Setup,
  questions: readonly questionsOf.StoredQuestion[],
  { body }: Answer,
): Promise<Side> => {
  const { databaseUrl } = setup.database.target;
  const target = await startPeer(setup, 'postgres.ts', { databaseUrl });
  const requests = questions.map(({ stored }): LoadRequest => ({ path: stored }));
  const theirs = await (await fetch(target.url + (requests.at(-1)?.path ?? ''))).text();
  if (ordersOf(body.toString()) !== ordersOf(theirs)) throw new Error('it answers other orders');
  return { name: 'bare pg loop', target, take: repeat(requests) };
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
  return { name: 'the usual server', target: peer, take: repeat(requests) };
};

interface Page {
  datos: { id: string; items: { opciones: unknown[] }[] }[];
}

const comparable = ({ datos }: Page): string =>
  JSON.stringify(datos.map(({ id, items }) => [id, items.map((item) => item.opciones.length)]));
