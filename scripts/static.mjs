// Format, lint and types, side by side. tsc's checkers would each check what they share, so it gets one.

import { spawn } from 'node:child_process';

const COMMANDS = [
  'biome check --error-on-warnings',
  'tsc --checkers 1',
  'tsc --checkers 1 -p panel',
  'tsc --checkers 1 -p clients/typescript --noEmit',
  'tsc --checkers 1 -p clients/cli',
];

/** @param {string} command */
const run = (command) =>
  new Promise((resolve) => {
    const [program = '', ...args] = command.split(' ');
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve(`${command}: ${error.message}\n`));
    child.once('close', (code) => resolve(code === 0 ? '' : `${command}\n${output}`));
  });

const failures = (await Promise.all(COMMANDS.map(run))).join('');
process.stderr.write(failures);
process.exit(failures === '' ? 0 : 1);
