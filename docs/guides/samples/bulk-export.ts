import { open, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Comanda } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });

const file = await open('pedidos.ndjson', 'w');
let last = '';
while (!(await exportAfter(last))) await sleep(1_000);
await file.close();

/** Writes whole lines only. True when there were no more: some proxies end an answer that was cut as if it were whole. */
async function exportAfter(id: string): Promise<boolean> {
  //#region
  const answer = await comanda.export('pedidos', id === '' ? {} : { despues_de: id });
  // Of the first answer: it is older than every line of the file.
  if (id === '') await writeFile('position', answer.headers.get('X-Posicion') ?? '');
  //#endregion

  let rest = '';
  try {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length === 0) continue;
      await file.write(lines.map((line) => `${line}\n`).join(''));
      last = JSON.parse(lines.at(-1) ?? '').id;
    }
    return last === id && rest === '';
  } catch (error) {
    // `fetch` says so when the last chunk does not come.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
