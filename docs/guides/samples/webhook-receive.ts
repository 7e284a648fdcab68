import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { SignatureError, verifyWebhook } from '@comanda/client';

const { SECRETO_FIRMA = '', PORT = '9000' } = process.env;
// An empty key would accept what anybody signs with it.
if (!/^[0-9a-f]{64}$/.test(SECRETO_FIRMA)) {
  throw new Error('SECRETO_FIRMA has to be the secreto_firma of the webhook');
}
// No event is larger. One that is refused holds up all later events of its order.
const BODY_BYTES_MAX = 4 * 1_024 * 1_024;
mkdirSync('recibidos', { recursive: true });

async function receive(request: IncomingMessage): Promise<void> {
  //#region
  // Over the bytes as they came: parsed and written again, they would no longer be the same.
  const body = await read(request);
  const evento = verifyWebhook(body, request.headers, SECRETO_FIRMA);
  //#endregion
  // An order that was invented for a test.
  if (evento.datos.pedido.id.startsWith('ped_prueba')) return;
  if (store(evento.id, body)) console.log(evento.tipo, evento.datos.pedido.numero);
}

// The id names the file, so what comes again is not stored again. It gets its name once it is whole:
// half a file, of a full disk or a crash, must not pass for the event. Anything slow is done later, from here.
function store(id: string, body: Buffer): boolean {
  const file = `recibidos/${id}.json`;
  if (existsSync(file)) return false;
  writeFileSync(`${file}.part`, body, { flush: true });
  renameSync(`${file}.part`, file);
  return true;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error('too large');
  }
  return Buffer.concat(chunks);
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(204).end(),
    (error) => {
      // A body that was cut off, a disk that is full: only this delivery fails, and is sent again.
      console.error(String(error));
      response.writeHead(error instanceof SignatureError ? 401 : 500).end();
    },
  );
});
server.listen(Number(PORT), '127.0.0.1');
