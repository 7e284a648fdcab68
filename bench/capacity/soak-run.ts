import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeCommit, describeMachine } from '../report/machine.ts';
import { withPostgres } from '../support/database.ts';
import { ENGINES, type EngineName } from '../support/engines.ts';
import { beginMeasurement } from '../support/progress.ts';
import { type Soak, soak } from './soak.ts';

const FILE = new URL('../soak.json', import.meta.url);
const MINUTES = 60;

/** The last soak of each engine. */
export type Soaks = Partial<
  Record<EngineName, Soak & { date: string; commit: string; machine: string }>
>;

const readSoaks = (): Soaks => JSON.parse(readFileSync(FILE, 'utf8')) as Soaks;

/** `npm run bench -- soak [--minutes N] [--engine sqlite|postgres]`. A soak of an hour or longer is kept. */
export const runSoak = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: String(MINUTES) },
      engine: { type: 'string', default: 'sqlite' },
    },
  });
  const minutes = Number(values.minutes);
  const engine = values.engine as EngineName;
  if (!(minutes >= 1) || !(engine in ENGINES)) {
    process.stderr.write('bench: soak [--minutes N] [--engine sqlite|postgres]\n');
    process.exitCode = 2;
    return;
  }
  beginMeasurement('soak', engine);
  const found =
    engine === 'sqlite'
      ? await soak(null, minutes)
      : await withPostgres((url) => soak(url, minutes));
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  if (minutes < MINUTES) return;
  const date = new Date().toISOString().slice(0, 10);
  const machine = describeMachine().replace('Machine: ', '');
  const all: Soaks = {
    ...readSoaks(),
    [engine]: { date, commit: describeCommit(), machine, ...found },
  };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
};

/** The lines of RESULTS.md about the last soaks. */
export const describeSoaks = (): string[] =>
  Object.entries(readSoaks()).map(([engine, found]) => {
    const { minutes, cores, memoryMib, sent, pageP99Ms } = found;
    const compare = ({ predicted, measured }: Soak['cores']['service']): string =>
      `${measured} cores, predicted ${predicted}`;
    const database = engine === 'sqlite' ? '' : `; PostgreSQL ${compare(cores.database)}`;
    return (
      `- ${ENGINES[engine as EngineName]}, ${found.date}, ${minutes} minutes at commit ${found.commit} (${found.machine}): ` +
      `the service ${compare(cores.service)}${database}; ${memoryMib.last} MiB at the end (at most ${memoryMib.target}), ` +
      `${sent.commands} commands, ${sent.delivered} deliveries, ${sent.refused} refusals, p99 of a page ${pageP99Ms} ms.`
    );
  });
