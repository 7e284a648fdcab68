import type { Figure } from '../../support/report.ts';
import { type Contender, duel } from '../duel.ts';
import type { LoadRequest, LoadResult } from '../load.ts';
import { cycle, type Question } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, kib, speedFigure } from './speed.ts';

/** What to compare: our requests, and those of the peer on PostgreSQL, which needs no key. */
export interface Comparison {
  title: string;
  questions: readonly Question[];
  take(count: number): Promise<LoadRequest[]>;
  supply?: number;
  targets: { sqlite: number; postgres: number };
}

/**
 * Ours beside the least that could answer the same: on SQLite a bare server that repeats one of our answers; on
 * PostgreSQL, where every answer needs the database, a bare loop that reads the same stored bytes.
 */
export const besideLeast = async (
  scene: Scene,
  { title, questions, take, supply, targets }: Comparison,
  others: readonly Contender[] = [],
): Promise<{ figure: Figure; ours: LoadResult; others: LoadResult[] }> => {
  const sample = await scene.ask(questions.slice(-1));
  const answer = await scene.client.get(sample[0]);
  const { databaseUrl } = scene.dataset.place;
  const least: Contender =
    databaseUrl === undefined
      ? { name: 'bare node:http', target: await scene.bare(answer), take: cycle(sample) }
      : await postgresLoop(scene, databaseUrl, questions, answer.body);
  const own: Contender = { name: 'ours', target: scene.ours, take, ...(supply && { supply }) };
  const [ours, peer, ...rest] = await duel(title, [own, least, ...others], scene.scale);
  if (ours === undefined || peer === undefined) throw new Error('nothing was measured');
  const name = `${title} (${kib(answer.body)}), beside ${least.name}`;
  const figure =
    databaseUrl === undefined
      ? bareFigure(name, ours, peer, targets.sqlite)
      : speedFigure(name, ours, peer, targets.postgres);
  return { figure, ours, others: rest };
};

const postgresLoop = async (
  scene: Scene,
  databaseUrl: string,
  questions: readonly Question[],
  answer: Buffer,
): Promise<Contender> => {
  const target = await scene.peer('./postgres.ts', { databaseUrl });
  const requests = questions.map(
    ({ stored, etag }): LoadRequest => ({
      path: stored ?? '',
      headers: etag === undefined ? {} : { 'If-None-Match': etag },
    }),
  );
  const last = requests.at(-1);
  const response = await fetch(target.url + last?.path, { headers: last?.headers ?? {} });
  const theirs = await response.text();
  if (ordersOf(answer.toString()) !== ordersOf(theirs)) throw new Error('it answers other orders');
  return { name: 'bare pg loop', target, take: cycle(requests) };
};

const ordersOf = (body: string): string => {
  if (body === '') return '';
  const parsed = JSON.parse(body);
  return JSON.stringify(parsed.datos ?? parsed);
};
