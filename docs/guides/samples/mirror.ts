import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Comanda, ComandaError, type Evento, type Pedido } from '@comanda/client';

const {
  COMANDA_URL = 'http://127.0.0.1:8080',
  COMANDA_KEY = '',
  MIRROR_DIR = 'copia',
} = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });
const POSITION = `${MIRROR_DIR}/position`;

await mkdir(MIRROR_DIR, { recursive: true });
let position = await readFile(POSITION, 'utf8').catch(() => null);
if (position === null) {
  //#region
  // The position first: what changes while the orders are being read comes after it.
  const { paginacion } = await comanda.eventos.list({ despues_de: 'ultimo' });
  for await (const pedido of comanda.pedidos.all()) await save(pedido);
  //#endregion
  // Null only as long as the restaurant has never had an event.
  position = paginacion.siguiente ?? '';
  await keep(position);
}

let count = 0;
try {
  for await (const { id, datos } of changesAfter(position)) {
    await save(datos.pedido);
    // After the order is saved: a run that dies here does the event again.
    await keep(id);
    count += 1;
  }
} catch (error) {
  if (!(error instanceof ComandaError) || error.codigo !== 'eventos_caducados') throw error;
  // The last run was too long ago: the changes in between are no longer kept.
  await rm(POSITION);
  throw new Error('the position is too old; run it again to copy everything');
}
console.log(`${count} changes`);

/** Every change, and orders of the past that are loaded later: those come only by name. */
function changesAfter(position: string): AsyncIterable<Evento> {
  const after = position === '' ? {} : { despues_de: position };
  return comanda.eventos.all({ eventos: ['pedido.*', 'pedido.importado'], ...after });
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
