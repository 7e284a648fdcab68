import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { Comanda, type ListarPedidos } from '@comanda/client';

const {
  COMANDA_URL = 'http://127.0.0.1:8080',
  COMANDA_KEY = '',
  EXPORT_DIR = 'pedidos',
} = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });

// Long enough for an order to reach its last state.
const OVERLAP_MS = 3 * 24 * 3_600_000;

interface State {
  startedAt: string;
  /** Of the next page; null when the run is done. */
  query: ListarPedidos | null;
}

await mkdir(EXPORT_DIR, { recursive: true });
const last = await readState();
// A run that died goes on at its next page, with the filters that its cursor belongs to.
const state = last?.query ? last : begin(last);

let count = 0;
while (state.query !== null) {
  //#region
  const { datos, paginacion } = await comanda.pedidos.list(state.query);
  // Writing by id replaces what an earlier run wrote.
  for (const pedido of datos) await save(pedido.id, JSON.stringify(pedido));
  //#endregion
  count += datos.length;
  const cursor = paginacion.siguiente;
  state.query = cursor === null ? null : { ...state.query, cursor };
  // Only now: a run that dies before this does the page again.
  await keep(state);
}
console.log(`${count} orders`);

function begin(last: State | null): State {
  const desde = last && new Date(Date.parse(last.startedAt) - OVERLAP_MS).toISOString();
  const query = { limite: 100, ...(desde !== null && { desde }) };
  return { startedAt: new Date().toISOString(), query };
}

async function save(id: string, text: string): Promise<void> {
  await writeFile(`${EXPORT_DIR}/${id}.json`, text);
}

/** Moved into place as a whole: a crash leaves the old state rather than none. */
async function keep(state: State): Promise<void> {
  await writeFile(`${EXPORT_DIR}/state-ts.new`, JSON.stringify(state));
  await rename(`${EXPORT_DIR}/state-ts.new`, `${EXPORT_DIR}/state-ts`);
}

async function readState(): Promise<State | null> {
  const text = await readFile(`${EXPORT_DIR}/state-ts`, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as State);
}
