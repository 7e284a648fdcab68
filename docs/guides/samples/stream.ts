import { readFile, rename, writeFile } from 'node:fs/promises';
import { Comanda } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });

const last = await readFile('last-event-id', 'utf8').catch(() => null);
const onReset = () => console.error('events may be missing: read GET /pedidos again');

//#region
// Goes on after `last`, and reconnects by itself.
for await (const evento of comanda.events({ ...(last && { after: last }), onReset })) {
  console.log(evento.id, evento.tipo, evento.datos.pedido.numero, evento.datos.pedido.estado);
  //#endregion
  // Only after the event was dealt with: after a crash it comes again rather than never.
  await writeFile('last-event-id.new', evento.id);
  // Moved into place as a whole: a crash leaves the old position rather than none.
  await rename('last-event-id.new', 'last-event-id');
}
