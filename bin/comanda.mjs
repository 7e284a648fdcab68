#!/usr/bin/env node
// Starts src/main.ts on Node 26. On an older Node it starts itself again on the one the project
// brings; on a new one it costs an import. Plain JavaScript, because an old Node has to read it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 26;

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  await import(new URL('../src/main.ts', import.meta.url).href);
} else {
  startAgain();
}

function startAgain() {
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `comanda: Node >= ${NODE_MAJOR_MIN} is needed and this is ${process.version}. ` +
        'Install it, or run `npm ci` here: on Linux x64 and arm64 that brings it.\n',
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both processes by itself, and the service takes a second one as
  // "exit at once"; a signal sent to this process alone has to be passed on.
  const fromTerminal = new Set(process.stdin.isTTY ? ['SIGINT', 'SIGQUIT'] : []);
  const signals = /** @type {const} */ ([
    'SIGINT',
    'SIGTERM',
    'SIGHUP',
    'SIGQUIT',
    'SIGUSR2',
    'SIGCONT',
  ]);
  for (const signal of signals) {
    process.on(signal, () => {
      if (!fromTerminal.has(signal)) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`comanda: ${node} does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Die of the same signal, so that the caller sees the same status.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
