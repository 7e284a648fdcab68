// The one step before every npm script: installs what it needs, then makes what is to be made, side by side. Like
// install.mjs it has to run on the host's own Node 20; what it starts finds the Node that was installed.
//
//   node scripts/prepare.mjs service|integrator|all [pages] [browser] [static] [FOLDER …]
//
// `service` leaves a deployment as `npm ci --omit=dev` made it. A FOLDER has heavy tools in a lockfile of its own.

import { spawn } from 'node:child_process';
import { install } from './install.mjs';

/** @type {Record<string, string>} */
const TASKS = {
  pages: 'scripts/build.mjs',
  browser: 'scripts/browser.ts',
  static: 'scripts/static.mjs',
};

/** @param {string} script */
const run = (script) =>
  new Promise((resolve) => {
    const child = spawn('node', [script], { stdio: 'inherit' });
    child.once('error', (error) => {
      process.stderr.write(`comanda: ${script}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });

const [need, ...others] = process.argv.slice(2);
await install(need === 'service' || need === 'integrator' ? need : 'all');
for (const folder of others.filter((each) => !(each in TASKS))) await install('all', folder);
const scripts = others.flatMap((each) => TASKS[each] ?? []);
const codes = await Promise.all(scripts.map(run));
if (codes.some((code) => code !== 0)) process.exit(1);
