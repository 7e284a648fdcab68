import { setTimeout as sleep } from 'node:timers/promises';

const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;
const ATTEMPTS = 5;

async function get(path: string): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(COMANDA_URL + path, {
      headers: { Authorization: `Bearer ${COMANDA_KEY}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return response.json();

    const { codigo, error } = (await response.json()) as { codigo: string; error: string };
    const mayPass = response.status === 429 || response.status >= 500;
    if (!mayPass || attempt === ATTEMPTS) {
      // X-Request-Id tells our support which request it was.
      throw new Error(`${codigo}: ${error} (${response.headers.get('X-Request-Id')})`);
    }
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? 2 ** attempt));
  }
}

const { kpis } = (await get('/resumen?periodo=hoy')) as { kpis: { pedidos_total: number } };
console.log(`${kpis.pedidos_total} orders today`);
