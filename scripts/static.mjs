// Format, lint and types, side by side. tsc gets one checker: several would each check the files that they share.

import { spawn } from 'node:child_process';
import { outcomeOf } from './child-outcome.mjs';

const COMMANDS = [
  'biome check --error-on-warnings',
  'knip --no-progress --no-config-hints',
  'tsc --checkers 1',
  'tsc --checkers 1 -p panel',
  'tsc --checkers 1 -p docs/site/browser',
  'tsc --checkers 1 -p command-line',
  'tsc --checkers 1 -p clients/typescript',
  'tsc --checkers 1 -p clients/cli',
];

/** @param {string} command */
const run = async (command) => {
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, output } = await outcomeOf(child);
  return code === 0 ? '' : `${command}\n${output}`;
};

const failures = (await Promise.all(COMMANDS.map(run))).join('');
process.stderr.write(failures);
process.exit(failures === '' ? 0 : 1);
