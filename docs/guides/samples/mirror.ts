import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const {
  COMANDA_URL = 'http://127.0.0.1:8080/api',
  COMANDA_KEY = '',
  MIRROR_DIR = 'copia',
} = process.env;
const POSITION = `${MIRROR_DIR}/position`;
const PAGE_SIZE = 100;
// Every change, and orders of the past that are loaded later: those come only by name.
const FOLLOWED = 'eventos=pedido.*,pedido.importado';

interface Pedido {
  id: string;
}
interface Page<T> {
  datos: T[];
  paginacion: { siguiente: string | null };
}

await mkdir(MIRROR_DIR, { recursive: true });
let position = await readFile(POSITION, 'utf8').catch(() => null);
position ??= await copyOrders();
await followEvents(position);

/** All orders as they are; gives the position from which on changes have to be followed. */
async function copyOrders(): Promise<string> {
  // The position first: what changes while the orders are being read comes after it.
  const start = await get<unknown>('/eventos?despues_de=ultimo');
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Page<Pedido> = await get(`/pedidos?limite=${PAGE_SIZE}${more}`);
    for (const pedido of page.datos) await save(pedido);
    cursor = page.paginacion.siguiente;
  }
  // Null only as long as the restaurant has never had an event.
  const found = start.paginacion.siguiente ?? '';
  await keep(found);
  return found;
}

async function followEvents(from: string): Promise<void> {
  let count = 0;
  for (let after = from; ; ) {
    const since = after === '' ? '' : `&despues_de=${after}`;
    const page = await get<{ datos: { pedido: Pedido } }>(
      `/eventos?${FOLLOWED}&limite=${PAGE_SIZE}${since}`,
    );
    for (const { datos } of page.datos) await save(datos.pedido);
    count += page.datos.length;
    // After the orders are saved: a run that dies here does the page again.
    after = page.paginacion.siguiente ?? '';
    await keep(after);
    // A page that is not full is the last one, for now.
    if (page.datos.length < PAGE_SIZE) break;
  }
  console.log(`${count} changes`);
}

/** Moved into place as a whole: a crash leaves the old position rather than none. */
async function keep(position: string): Promise<void> {
  await writeFile(`${POSITION}.new`, position);
  await rename(`${POSITION}.new`, POSITION);
}

/** Writing by id replaces what was known of the order. */
function save(pedido: Pedido): Promise<void> {
  return writeFile(`${MIRROR_DIR}/${pedido.id}.json`, JSON.stringify(pedido));
}

async function get<T>(path: string): Promise<Page<T>> {
  for (;;) {
    const response = await fetch(COMANDA_URL + path, {
      headers: { Authorization: `Bearer ${COMANDA_KEY}` },
    });
    if (response.ok) return (await response.json()) as Page<T>;
    if (response.status === 410) {
      // The last run was too long ago: the changes in between are no longer kept.
      await rm(POSITION);
      throw new Error('the position is too old; run it again to copy everything');
    }
    if (response.status !== 429) throw new Error(`${response.status}: ${await response.text()}`);
    await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 1));
  }
}
