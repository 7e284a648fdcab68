import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { count, findUnit, type Unit } from '../support/counter.ts';
import { startPeer } from '../support/processes.ts';
import { beginMeasurement, progress } from '../support/progress.ts';
import { withHouse } from './house.ts';
import { makeOperations, type Operation } from './operations.ts';
import { sendAll } from './requests.ts';

const BASELINE = new URL('./baseline.json', import.meta.url);
/** An operation may cost this many times its baseline. */
const FACTOR_MAX = 1.5;
const WARM_UPS = 4;
const ROUNDS: Readonly<Record<Unit, number>> = { instructions: 3, 'processor time': 8 };
/** A dearer operation is measured again before it counts: other load passes, a regression does not. */
const TRIES = 3;
const BARE_REQUESTS = 120;

type Ratios = Record<string, number>;

/** `npm run bench -- guard [--write] [--time]`: compares the processor's work for ten operations with the committed baseline. */
export const runGuard = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      write: { type: 'boolean', default: false },
      time: { type: 'boolean', default: false },
    },
  });
  beginMeasurement('guard', 'ten operations');
  const unit = values.time ? 'processor time' : findUnit('instructions:u');
  const baselines: Record<Unit, Ratios> = JSON.parse(readFileSync(BASELINE, 'utf8'));
  const baseline = values.write ? {} : baselines[unit];
  const ratios = await measureRatios(unit, baseline);
  if (values.write) {
    const rounded = Object.entries(ratios).map(([name, ratio]) => [
      name,
      Number(ratio.toPrecision(4)),
    ]);
    const all = { ...baselines, [unit]: Object.fromEntries(rounded) };
    writeFileSync(BASELINE, `${JSON.stringify(all, null, 2)}\n`);
  }
  const unknown = values.write ? [] : Object.keys(ratios).filter((name) => !(name in baseline));
  for (const name of unknown) {
    process.stderr.write(`bench: ${name}: there is no baseline of its ${unit}\n`);
    process.exitCode = 1;
  }
  const dearer = Object.entries(ratios).filter(([name, ratio]) => isDearer(baseline, name, ratio));
  process.stdout.write(`${unit}, beside a bare answer of the same run\n`);
  for (const [name, ratio] of Object.entries(ratios)) {
    const before = baseline[name];
    const compared = before === undefined ? '' : ` ${(ratio / before).toFixed(2)} × the baseline`;
    process.stdout.write(`${name.padEnd(26)}${ratio.toPrecision(4)}${compared}\n`);
  }
  for (const [name] of dearer) {
    process.stderr.write(`bench: ${name}: more than ${FACTOR_MAX} × the baseline\n`);
    process.exitCode = 1;
  }
};

const isDearer = (baseline: Ratios, name: string, ratio: number): boolean =>
  ratio > (baseline[name] ?? Number.POSITIVE_INFINITY) * FACTOR_MAX;

/** Each operation as a multiple of what a bare answer takes in the same run. */
const measureRatios = (unit: Unit, baseline: Ratios): Promise<Ratios> =>
  withHouse(async (house) => {
    const file = new URL('./peers/bare.ts', import.meta.url);
    const bare = await startPeer(file, { text: house.page });
    const bareLoop: Operation = {
      count: BARE_REQUESTS,
      async run() {
        await sendAll(Array(BARE_REQUESTS).fill({ url: bare.url }), 200);
      },
    };
    const operations = await makeOperations(house);
    const sides: Readonly<Record<string, Operation>> = { ...operations, [BARE]: bareLoop };
    const pidOf = (name: string): number => (name === BARE ? bare.pid : house.server.pid);
    /** Other load only ever adds to what a process takes: the least of the rounds counts. */
    const least: Ratios = {};
    let round = 0;
    const measure = async (names: readonly string[], rounds: number, counts = true) => {
      for (let end = round + rounds; round < end; round += 1) {
        progress(`round ${round}`);
        for (const name of names) {
          const side = sides[name] as Operation;
          const own = (await count(unit, pidOf(name), () => side.run(round))) / side.count;
          if (counts) least[name] = Math.min(own, least[name] ?? own);
        }
      }
    };
    const ratios = (): Ratios =>
      Object.fromEntries(
        Object.keys(operations).map((name) => [name, (least[name] ?? 0) / (least[BARE] ?? 1)]),
      );
    await measure(Object.keys(sides), WARM_UPS, false);
    await measure(Object.keys(sides), ROUNDS[unit]);
    for (let tries = 1; tries < TRIES; tries += 1) {
      const found = Object.entries(ratios());
      const dearer = found.filter(([name, ratio]) => isDearer(baseline, name, ratio));
      if (dearer.length === 0) break;
      await measure([...dearer.map(([name]) => name), BARE], ROUNDS[unit]);
    }
    await bare.stop();
    return ratios();
  });

const BARE = 'a bare answer';
