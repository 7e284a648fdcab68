import { mkdir, readFile, writeFile } from 'node:fs/promises';

const {
  COMANDA_URL = 'http://127.0.0.1:8080/api',
  COMANDA_KEY = '',
  EXPORT_DIR = 'pedidos',
} = process.env;

// Long enough for an order to reach its last state.
const OVERLAP_DAYS = 3;

await mkdir(EXPORT_DIR, { recursive: true });
const startedAt = Temporal.Now.instant();
const lastRun = await readFile(`${EXPORT_DIR}/last-run`, 'utf8').catch(() => null);

const query = new URLSearchParams({ limite: '100' });
if (lastRun !== null) {
  const desde = Temporal.Instant.from(lastRun).subtract({ hours: 24 * OVERLAP_DAYS });
  query.set('desde', desde.toString());
}

let count = 0;
for (;;) {
  const response = await fetch(`${COMANDA_URL}/pedidos?${query}`, {
    headers: { Authorization: `Bearer ${COMANDA_KEY}` },
  });
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
await writeFile(`${EXPORT_DIR}/last-run`, startedAt.toString());
console.log(`${count} orders`);
