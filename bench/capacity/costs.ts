import { type Cost, type EngineCosts, turnsOf } from '../../src/capacity/costs.ts';
import { memoryMib as processMib } from '../../test/support/machine/process-memory.ts';
import { median, percentile } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import type { Rates, Sent, Share } from './load-process.ts';
import { type Meter, makeMeter, type Parts, type Spent } from './meter.ts';
import { withWorld } from './world.ts';

/** Restaurants of each kind: without clients, that stay as they are, with a stream, with webhooks. */
const EACH = 200;
const WEBHOOKS = 2;
/** Rates of a dinner: so low that commands seldom share a turn. */
const COMMANDS = 160;
const READS = 100;
/** A rate at which commands share turns. */
const MANY_COMMANDS = 1_200;
const GOOD_RATE = 0.75;
const NONE: Rates = { commands: 0, pages: 0, feeds: 0 };
const SILENT: Rates = { ...NONE, commands: COMMANDS };

/** The costs that a run on one engine measures; disk.ts measures the rest. */
export type MeasuredCosts = Omit<EngineCosts, 'disk'>;

interface Phase {
  rates: Rates;
  of: 'plain' | 'streams' | 'webhooks';
  /** Whose pages and changes are read, if not those that change. */
  readOf?: 'quiet';
}

const PHASES = {
  idle: { rates: NONE, of: 'plain' },
  command: { rates: SILENT, of: 'plain' },
  streamEvent: { rates: SILENT, of: 'streams' },
  delivery: { rates: SILENT, of: 'webhooks' },
  page: { rates: { ...SILENT, pages: READS }, of: 'plain' },
  feed: { rates: { ...SILENT, feeds: READS }, of: 'plain' },
  samePage: { rates: { ...SILENT, pages: READS }, of: 'plain', readOf: 'quiet' },
  many: { rates: { ...NONE, commands: MANY_COMMANDS }, of: 'plain' },
} as const satisfies Record<string, Phase>;
type PhaseName = keyof typeof PHASES;

/** One run of a phase, in seconds. */
interface Run extends Parts {
  sent: Sent;
}
interface RawRun extends Spent {
  sent: Sent;
}

type Runs = Record<PhaseName, Run[]>;

/** Measures each kind of work at the rate of a dinner, in turns, on one process. */
export const measureCosts = (
  databaseUrl: string | null,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<MeasuredCosts> =>
  withWorld(databaseUrl, 4 * EACH, clientsOf, async (world) => {
    const { server } = world;
    const shares: Record<Phase['of'] | 'quiet', Share> = {
      plain: world.share(0, EACH),
      quiet: world.share(EACH, 2 * EACH),
      streams: world.share(2 * EACH, 3 * EACH),
      webhooks: world.share(3 * EACH, 4 * EACH),
    };
    const run = async ({ rates, of, readOf }: Phase, measure: Meter): Promise<RawRun> => {
      const share = { ...shares[of], tokens: shares[readOf ?? of].tokens };
      const sent: Sent[] = [];
      const spent = await measure(async () => {
        sent.push(await world.run(rates, share, seconds));
      });
      return { ...spent, sent: sent[0] as Sent };
    };
    const meter = await makeMeter([server.pid], databaseUrl);
    await world.openStreams(shares.streams);
    progress('warming up');
    for (const phase of [PHASES.many, PHASES.page, PHASES.feed]) await run(phase, meter);
    const names = Object.keys(PHASES) as PhaseName[];
    const found = await interleave(names, rounds, (name, round) => {
      progress(`${name}, round ${round} of ${rounds}`);
      return run(PHASES[name], meter);
    });
    const toSeconds = secondsFrom(found.flat());
    const runs = Object.fromEntries(
      names.map((name, i) => [name, (found[i] ?? []).map(toSeconds)]),
    ) as Runs;
    const costs = costsFrom(runs);
    const memoryMib = Math.round(processMib(server.pid));
    if (databaseUrl === null) return { ...costs, processTurn: NOTHING, memoryMib };
    const another = await world.startAnother();
    const both = await makeMeter([server.pid, another.pid], databaseUrl);
    await run(PHASES.command, both);
    const further: Record<'idle' | 'command', Run[]> = { idle: [], command: [] };
    for (let round = 1; round <= rounds; round += 1) {
      progress(`a second process, round ${round} of ${rounds}`);
      further.idle.push(toSeconds(await run(PHASES.idle, both)));
      further.command.push(toSeconds(await run(PHASES.command, both)));
    }
    const beside = perCommand(further.command, idleOf(further.idle));
    const turns = turnsOf(COMMANDS) / COMMANDS;
    const alone = perCommand(runs.command, idleOf(runs.idle));
    const processTurn = each((part) => Math.max(0, beside[part] - alone[part]) / turns);
    return { ...costs, processTurn, memoryMib };
  });

/**
 * Instructions are the same on a busy machine, where seconds grow. They become seconds at a good rate of these runs, near
 * that of the machine when nobody else is on it; the best may be that of a run during which a thread has ended.
 */
const secondsFrom = (runs: readonly RawRun[]) => {
  const rateOf = (part: keyof Parts): number =>
    percentile(
      runs.map((run) => (run.instructions?.[part] ?? 0) / run.seconds[part] || 0),
      GOOD_RATE,
    );
  const rates: Parts = { service: rateOf('service'), database: rateOf('database') };
  const secondsOf = ({ seconds, instructions }: RawRun, part: keyof Parts): number =>
    instructions === null || rates[part] === 0 ? seconds[part] : instructions[part] / rates[part];
  return (run: RawRun): Run => ({
    sent: run.sent,
    service: secondsOf(run, 'service'),
    database: secondsOf(run, 'database'),
  });
};

const clientsOf = (n: number) => ({ webhooks: n < 3 * EACH ? 0 : WEBHOOKS });

const NOTHING: Cost = { service: 0, database: 0 };

const each = (of: (part: keyof Parts) => number): Cost => ({
  service: of('service'),
  database: of('database'),
});
const medianOf = (runs: readonly Run[], of: (run: Run, part: keyof Parts) => number): Cost =>
  each((part) => Math.max(0, median(runs.map((run) => of(run, part)))));

/** Microseconds in each second without any request. */
const idleOf = (runs: readonly Run[]): Cost =>
  medianOf(runs, (run, part) => (run[part] * 1e6) / run.sent.seconds);

const perCommand = (runs: readonly Run[], idle: Cost): Cost =>
  medianOf(runs, (run, part) => {
    const { seconds, commands } = run.sent;
    return (run[part] * 1e6 - idle[part] * seconds) / commands;
  });

const costsFrom = (runs: Runs) => {
  const idle = idleOf(runs.idle);
  const alone = perCommand(runs.command, idle);
  /** The cost that each of a kind adds to the commands that come along. */
  const added = (name: PhaseName, perCommandOf: number): Cost => {
    const beside = perCommand(runs[name], idle);
    return each((part) => Math.max(0, beside[part] - alone[part]) / perCommandOf);
  };
  const reads = READS / COMMANDS;
  return {
    idle,
    ...splitTurns(alone, perCommand(runs.many, idle)),
    streamEvent: added('streamEvent', 1),
    delivery: added('delivery', WEBHOOKS),
    page: added('page', reads),
    samePage: added('samePage', reads),
    feed: added('feed', reads),
  };
};

/** Solves two equations: at each rate, a command costs its share of a turn and something of its own. */
const splitTurns = (few: Cost, many: Cost): { turn: Cost; command: Cost } => {
  const [shareOfFew = 1, shareOfMany = 1] = [COMMANDS, MANY_COMMANDS].map(
    (rate) => turnsOf(rate) / rate,
  );
  const turn = each((part) => {
    const slope = (few[part] - many[part]) / (shareOfFew - shareOfMany);
    return Math.min(few[part] / shareOfFew, Math.max(0, slope));
  });
  return { turn, command: each((part) => few[part] - turn[part] * shareOfFew) };
};
