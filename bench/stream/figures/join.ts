import { GENERATOR_CORE } from '../../support/cores.ts';
import {
  countText,
  type Figure,
  neverFigure,
  perSecond,
  ratioFigure,
} from '../../support/figure.ts';
import { runScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import type { Reconnected, ReconnectSettings } from '../clients/reconnecting.ts';
import { type StreamSetup, withServers } from '../servers.ts';

/** Each may open 60 streams a minute, and 20 at a time. */
const KEYS = 60;
const RATE_MIN = 1_000;

/** Streams come and go while one restaurant's log moves fast: none may miss an event or have one twice. */
export const joiningStreams = ({ scale, databaseUrl }: StreamSetup): Promise<Figure[]> => {
  const { joinRate: rate, joinSeconds: seconds } = scale;
  const options = { restaurants: 1, each: 1, readers: KEYS };
  return withServers(databaseUrl, options, [], async ({ ours }) => {
    progress(`streams come and go at ${rate} events a second`);
    const { port, publishing, readers: tokens } = ours;
    const settings: ReconnectSettings = { port, publishing, rate, seconds, tokens };
    const file = new URL('../clients/reconnecting.ts', import.meta.url);
    const found = await runScript<Reconnected>(file, settings, { core: GENERATOR_CORE });
    if (found.refused > 0) throw new Error(`${found.refused} streams were refused`);
    const what = `${found.clients} clients, ${found.connections} connections`;
    const deliveries = `${countText(found.events)} deliveries`;
    const rateName = 'events committed meanwhile, of one restaurant, beside those asked for';
    const committed = found.committed / found.seconds;
    return [
      ratioFigure(rateName, committed, RATE_MIN, perSecond, { atLeast: 1 }),
      neverFigure(`${what}: events missed`, found.missed, deliveries),
      neverFigure(`${what}: events twice`, found.twice, deliveries),
      neverFigure(
        `${what}: stayed and lack the newest event`,
        found.late,
        `${found.clients} clients`,
      ),
    ];
  });
};
