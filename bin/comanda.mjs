#!/usr/bin/env node
// Starts src/main.ts on Node 26, or clients/cli for the commands of integrators. On an older Node it restarts
// itself on the Node that the project brings; on a new one it costs an import. Plain JavaScript, because an old
// Node has to read it.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 26;

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  // Halves the time to start. The cache is beside the code, not in the shared temporary folder, where another user
  // could put compiled code for us to run. If it cannot be written, nothing is cached. Older Nodes have no such cache.
  const cache = fileURLToPath(new URL('../node_modules/.cache/comanda', import.meta.url));
  module.enableCompileCache(cache);
  // Worker threads read this variable: without it each export spends a tenth of a second on its own code.
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  const { hasIntegratorCommands, INTEGRATOR_COMMANDS } = await import('../src/cli/integrator.ts');
  const [first = '', second = ''] = process.argv.slice(2);
  const isIntegrators = INTEGRATOR_COMMANDS.has(first === 'help' ? second : first);
  if (isIntegrators && hasIntegratorCommands()) await runIntegratorCommand();
  else await import('../src/main.ts');
} else {
  startAgain();
}

/** These commands have dependencies that the service does not need: a checkout installs them on first use. */
async function runIntegratorCommand() {
  const prepare = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url));
  if (existsSync(prepare)) {
    const args = [prepare, 'integrator'];
    const { status } = spawnSync(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) process.exit(1);
  }
  const { runProcess } = await import('@comanda/cli');
  const { operatorCommands } = await import('../src/cli/cli.ts');
  await runProcess(operatorCommands);
}

/** An optional dependency, beside this package or above it. */
function findNode() {
  const { resolve } = module.createRequire(import.meta.url);
  try {
    const manifest = resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch {
    return null;
  }
}

function startAgain() {
  const node = findNode();
  if (node === null) {
    process.stderr.write(
      `comanda: Node >= ${NODE_MAJOR_MIN} is needed and this is ${process.version}. ` +
        'Install it, or install this package with its optional dependencies: on Linux x64 and arm64 they bring it.\n',
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
