import { type Outcome, type Run, replay, unitOf } from './scenario.ts';

const PROBLEMS_SHOWN = 12;
const OUTPUT_CHARS_SHOWN = 4_000;

/** The scenario, its tally and the number of problems. */
const describeOutcome = (
  { scenario, engine, seed, rounds }: Run,
  { tally, problems, seconds, skipped, report }: Outcome,
): string => {
  if (skipped !== undefined) return `${scenario.name} on ${engine}: skipped, ${skipped}`;
  const shown = new Set<string>();
  const of = (what: string): string => {
    shown.add(what);
    return (tally.get(what) ?? 0).toLocaleString('en');
  };
  const processes = `  processes  ${of('starts')} starts, ${of('kills')} kills`;
  const lines = [
    `  commands   ${of('commands')} in ${of('sent')} sendings: ${of('acknowledged')} acknowledged, ${of('refused')} refused, ${of('unknown')} never answered (${of('unknown and there')} of them there)`,
    `  orders     ${of('orders')} with ${of('events')} events`,
    `  streams    ${of('streams')} listeners received ${of('received')} events over ${of('connections')} connections`,
    `  webhooks   ${of('webhooks')} got ${of('deliveries')} deliveries, ${of('duplicates')} of them again`,
    ...(report === undefined ? [] : [indent(report)]),
    `  lost       ${problems.length === 0 ? 'nothing' : `${problems.length} problems`}`,
  ];
  // The counts of the scenario itself.
  const own = [...tally].filter(([what]) => !shown.has(what));
  return [
    `${scenario.name} on ${engine}, seed ${seed}, ${rounds} ${unitOf(scenario)}, ${seconds.toFixed(1)} s: ${scenario.about}`,
    processes + own.map(([what, count]) => `, ${count.toLocaleString('en')} ${what}`).join(''),
    ...lines,
  ].join('\n');
};

const indent = (text: string): string => text.replace(/^/gm, '  ');

export const printOutcome = (run: Run, outcome: Outcome): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  process.stdout.write(`${describeOutcome(run, outcome)}\n`);
  const { problems, output } = outcome;
  if (problems.length > 0) {
    for (const problem of problems.slice(0, PROBLEMS_SHOWN))
      process.stdout.write(`  ! ${problem}\n`);
    const more = problems.length - PROBLEMS_SHOWN;
    if (more > 0) process.stdout.write(`  ! and ${more} more\n`);
    process.stdout.write(`${output.slice(-OUTPUT_CHARS_SHOWN)}\n`);
    process.stdout.write(`  again: ${replay(run)}\n`);
  }
  process.stdout.write('\n');
};

export const printPhase = (text: string): void => {
  const { isTTY } = process.stderr;
  const seconds = performance.now() / 1_000;
  process.stderr.write(isTTY ? `\r\x1b[K${text} …` : `${seconds.toFixed(1)} s  ${text}\n`);
};

export const printTotal = (runs: number, failures: number, seed: number): void => {
  const verdict = failures === 0 ? 'nothing was lost' : `${failures} of them lost something`;
  process.stdout.write(`${runs} scenarios, seed ${seed}: ${verdict}\n`);
};
