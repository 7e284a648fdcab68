import { EXIT, Failure, makeCommand, printable, withExitCode } from '@comanda/command-line';
import type { Config } from '../../../config/config.ts';
import { withTimeout } from '../../../platform/async/timeout.ts';
import { type Finding, fault } from '../../../platform/finding.ts';
import type { Context } from '../../command.ts';
import { describeError } from '../../errors.ts';
import { CHECKS } from './checks.ts';

/** A check asks at most a few servers, none of which is given longer than ten seconds. */
const CHECK_MS_MAX = 30_000;

export const doctor = (context: Context) =>
  makeCommand('doctor', 'look for what is wrong with this installation, and say what to do', {
    notes: [
      'It looks at the configuration, this machine, the database, the secrets, the service and the way to it from outside.',
      'It changes nothing. Run it as the user and with the environment of the service.',
      'The exit code is 1 if there is a fault, and 0 if there are warnings at most.',
    ],
    examples: ['comanda doctor', 'comanda doctor --json'],
  })
    .option('--json', 'print one line of JSON: estado, comprobaciones')
    .action(
      withExitCode(context, async (options) => {
        const found: Report[] = [];
        for await (const report of examine(context)) {
          found.push(report);
          if (!options.json) for (const line of describe(report)) context.io.out(line);
        }
        const state = worst(found);
        if (options.json) {
          context.io.out(JSON.stringify({ estado: state, comprobaciones: found.map(toJson) }));
        }
        return state === 'fault' ? EXIT.failed : EXIT.ok;
      }),
    );

interface Report extends Finding {
  name: string;
}

async function* examine(context: Context): AsyncGenerator<Report> {
  const config = readConfig(context);
  if ('state' in config) return yield { name: 'configuration', ...config };
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await withTimeout(check(config, context), CHECK_MS_MAX, tooLate).catch(
      // A check that fails is a finding too.
      (error: unknown) => fault(describeError(error).line, 'put this right, then run it again'),
    );
    const findings = 'state' in found ? [[name, found] as const] : found;
    for (const [each, finding] of findings) yield { name: each, ...finding };
  }
}

const tooLate = () => new Failure(`no result after ${CHECK_MS_MAX / 1_000} s`);

/** The settings, or what is wrong with them. */
const readConfig = (context: Context): Config | Finding => {
  try {
    return context.config();
  } catch (error) {
    return fault(describeError(error).line, 'comanda --help lists the variables');
  }
};

const STATES = ['ok', 'warning', 'fault'] as const;

const worst = (found: readonly Report[]): Finding['state'] =>
  STATES.findLast((state) => found.some((each) => each.state === state)) ?? 'ok';

const describe = ({ name, state, detail, advice }: Report): string[] => {
  const line = `${state.padEnd(8)} ${name.padEnd(22)} ${printable(detail)}`;
  return advice === null ? [line] : [line, `${' '.repeat(9)}${printable(advice)}`];
};

const toJson = ({ name, state, detail, advice }: Report) => ({
  nombre: name,
  estado: state,
  detalle: detail,
  consejo: advice,
});
