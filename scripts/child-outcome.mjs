// Plain JavaScript on Node's own modules: the Node that runs it may be an old one, with nothing installed.

/**
 * Collects the output of a child and its exit code. A signal that ends us kills the child at once: npm takes its time
 * over a polite signal and would go on writing while the next install begins. The next run repairs half an install.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {Promise<{ code: number | string, output: string }>}
 */
export function outcomeOf(child) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill('SIGKILL'));
  }
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n` }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
  });
}
