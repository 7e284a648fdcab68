import { open, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;

const file = await open('pedidos.ndjson', 'w');
let last = '';
while (!(await exportAfter(last))) await sleep(1_000);
await file.close();

/** Writes whole lines only. False when the answer was cut, or has to wait: go on after the last line. */
async function exportAfter(id: string): Promise<boolean> {
  const after = id === '' ? '' : `?despues_de=${id}`;
  const response = await fetch(`${COMANDA_URL}/exportacion/pedidos${after}`, {
    headers: { Authorization: `Bearer ${COMANDA_KEY}` },
  });
  if (response.status === 429) {
    await sleep(1_000 * Number(response.headers.get('Retry-After')));
    return false;
  }
  if (!response.ok || response.body === null) {
    throw new Error(`${response.status}: ${await response.text()}`);
  }
  // Of the first answer: it is older than every line of the file.
  if (id === '') await writeFile('position', response.headers.get('X-Posicion') ?? '');

  let rest = '';
  try {
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length === 0) continue;
      await file.write(lines.map((line) => `${line}\n`).join(''));
      last = JSON.parse(lines.at(-1) ?? '').id;
    }
    return true;
  } catch (error) {
    // `fetch` says so when the last chunk does not come.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
