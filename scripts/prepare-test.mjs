// Runs before `npm test`: both installs side by side, then the panel's build, the browser and, unless `--unchecked` is
// given, the static checks. Like prepare.mjs it has to run on the host's own Node 20; from the second step on, `node` is
// the one that was installed.

import { spawn } from 'node:child_process';

/** @param {string[]} args */
const run = (...args) =>
  new Promise((resolve) => {
    const child = spawn('node', args, { stdio: 'inherit' });
    child.once('error', (error) => {
      process.stderr.write(`comanda: ${args.join(' ')}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });

/** @param {Promise<unknown>[]} runs */
const together = async (...runs) => {
  const codes = await Promise.all(runs);
  if (codes.some((code) => code !== 0)) process.exit(1);
};

await together(run('scripts/prepare.mjs'), run('scripts/prepare.mjs', '--folder', 'clients/cli'));
const checks = process.argv.includes('--unchecked') ? [] : [run('scripts/static.mjs')];
await together(run('scripts/panel.mjs'), run('scripts/browser.ts'), ...checks);
