import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { tracked } from '../../support/children.ts';
import { GENERATOR_CORE, pin } from '../../support/cores.ts';
import { progress } from '../../support/progress.ts';
import { type Figure, perSecond } from '../../support/report.ts';
import type { Answer, Joined, JoinOrder } from '../crowd/protocol.ts';
import { type Scene, withContenders } from '../scene.ts';

const JOINERS = fileURLToPath(new URL('../crowd/joiners.ts', import.meta.url));
/** Each may open 60 streams a minute, and 20 at a time. */
const KEYS = 60;
const RATE_MIN = 1_000;

/** Streams come and go while one restaurant's log moves fast: none may miss an event or have one twice. */
export const joiningStreams = (scene: Scene): Promise<Figure[]> => {
  const { joinRate: rate, joinSeconds: seconds } = scene.scale;
  const ours = { restaurants: 1, each: 1, readers: KEYS };
  return withContenders(scene, 'join', ours, [], async ({ ours: own }) => {
    progress(`join: streams come and go at ${rate} events a second`);
    const { port, publishing } = own;
    const joined = await join({ port, publishing, rate, seconds, tokens: own.readers.flat() });
    if (joined.refused > 0) throw new Error(`${joined.refused} streams were refused`);
    const what = `${joined.clients} clients, ${joined.connections} connections`;
    const events = joined.events.toLocaleString('en');
    const count = (name: string, value: number, of: string): Figure => ({
      name: `${what}: ${name}`,
      ours: `${value} of ${of}`,
      peer: 'none may be',
      ratio: value,
      target: 0,
      atMost: true,
    });
    return [
      {
        name: 'events committed meanwhile, of one restaurant',
        ours: perSecond(joined.committed, joined.seconds),
        peer: `${RATE_MIN.toLocaleString('en')}/s asked for`,
        ratio: joined.committed / joined.seconds / RATE_MIN,
        target: 1,
      },
      count('events missed', joined.holes, `${events} deliveries`),
      count('events twice', joined.doubles, `${events} deliveries`),
      count(
        'clients that stayed and did not get to the newest event',
        joined.late,
        `${joined.clients} clients`,
      ),
    ];
  });
};

const join = async (order: JoinOrder): Promise<Joined> => {
  const child = tracked(fork(JOINERS, [JSON.stringify(order)], { execArgv: [] }));
  pin(child.pid ?? 0, GENERATOR_CORE);
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as Answer),
    once(child, 'exit').then(
      ([code, signal]): Answer => ({ ok: false, problem: `ended with ${signal ?? code}` }),
    ),
  ]);
  if (!answer.ok) throw new Error(`the joiners: ${answer.problem}`);
  return answer.value as Joined;
};
