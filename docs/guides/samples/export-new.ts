import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const {
  COMANDA_URL = 'http://127.0.0.1:8080/api',
  COMANDA_KEY = '',
  EXPORT_DIR = 'pedidos',
} = process.env;

// Long enough for an order to reach its last state.
const OVERLAP_MS = 3 * 24 * 3_600_000;

interface State {
  startedAt: string;
  /** Of the next page; null when the run is done. */
  query: Record<string, string> | null;
}

interface Page {
  datos: { id: string }[];
  paginacion: { siguiente: string | null };
}

await mkdir(EXPORT_DIR, { recursive: true });
const last = await readState();
// A run that died goes on at its next page, with the filters that its cursor belongs to.
const state = last?.query ? last : begin(last);

let count = 0;
while (state.query !== null) {
  const { datos, paginacion } = await getPage(state.query);
  // Writing by id replaces what an earlier run wrote.
  for (const pedido of datos) {
    await writeFile(`${EXPORT_DIR}/${pedido.id}.json`, JSON.stringify(pedido));
  }
  count += datos.length;
  const cursor = paginacion.siguiente;
  state.query = cursor === null ? null : { ...state.query, cursor };
  // Only now: a run that dies before this does the page again.
  await keep(state);
}
console.log(`${count} orders`);

function begin(last: State | null): State {
  const desde = last && new Date(Date.parse(last.startedAt) - OVERLAP_MS).toISOString();
  const query = { limite: '100', ...(desde !== null && { desde }) };
  return { startedAt: new Date().toISOString(), query };
}

async function getPage(query: Record<string, string>): Promise<Page> {
  for (;;) {
    const response = await fetch(`${COMANDA_URL}/pedidos?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${COMANDA_KEY}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return (await response.json()) as Page;
    if (response.status !== 429) throw new Error(`${response.status}: ${await response.text()}`);
    // 60 pages a minute: wait, and ask for the same page again.
    await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 1));
  }
}

async function readState(): Promise<State | null> {
  const text = await readFile(`${EXPORT_DIR}/state`, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/** Moved into place as a whole: a crash leaves the old state rather than none. */
async function keep(state: State): Promise<void> {
  await writeFile(`${EXPORT_DIR}/state.new`, JSON.stringify(state));
  await rename(`${EXPORT_DIR}/state.new`, `${EXPORT_DIR}/state`);
}
