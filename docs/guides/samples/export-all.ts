import { setTimeout as sleep } from 'node:timers/promises';

const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;

interface Page {
  datos: { id: string; numero: string; totales: { total_cents: number } }[];
  paginacion: { siguiente: string | null };
}

async function getPage(query: URLSearchParams): Promise<Page> {
  const response = await fetch(`${COMANDA_URL}/pedidos?${query}`, {
    headers: { Authorization: `Bearer ${COMANDA_KEY}` },
  });
  if (response.status === 429) {
    await sleep(Number(response.headers.get('Retry-After')) * 1000);
    return getPage(query);
  }
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
}

// The filters stay the same on every page; only the cursor changes.
const query = new URLSearchParams({ estado: 'entregado', limite: '100' });
let cursor: string | null = null;
do {
  if (cursor !== null) query.set('cursor', cursor);
  const { datos, paginacion } = await getPage(query);
  for (const pedido of datos) console.log(JSON.stringify(pedido));
  cursor = paginacion.siguiente;
} while (cursor !== null);
