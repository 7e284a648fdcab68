import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const {
  COMANDA_URL = 'http://127.0.0.1:8080/api',
  COMANDA_KEY = '',
  EXPORT_DIR = 'pedidos',
} = process.env;

// Long enough for an order to reach its last state.
const OVERLAP_MS = 3 * 24 * 3_600_000;

await mkdir(EXPORT_DIR, { recursive: true });
const startedAt = new Date();
const lastRun = await readFile(`${EXPORT_DIR}/last-run`, 'utf8').catch(() => null);

const query = new URLSearchParams({ limite: '100' });
if (lastRun !== null) {
  query.set('desde', new Date(Date.parse(lastRun) - OVERLAP_MS).toISOString());
}

let count = 0;
for (;;) {
  const response = await fetch(`${COMANDA_URL}/pedidos?${query}`, {
    headers: { Authorization: `Bearer ${COMANDA_KEY}` },
  });
  if (response.status === 429) {
    // 60 pages a minute: wait, and ask for the same page again.
    await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 1));
    continue;
  }
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { datos, paginacion } = (await response.json()) as {
    datos: { id: string }[];
    paginacion: { siguiente: string | null };
  };
  // Writing by id replaces what an earlier run wrote.
  for (const pedido of datos) {
    await writeFile(`${EXPORT_DIR}/${pedido.id}.json`, JSON.stringify(pedido));
  }
  count += datos.length;
  if (paginacion.siguiente === null) break;
  query.set('cursor', paginacion.siguiente);
}

// Only now: a run that failed half-way is done again as a whole.
await writeFile(`${EXPORT_DIR}/last-run`, startedAt.toISOString());
console.log(`${count} orders`);
