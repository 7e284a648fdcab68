import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

const { SECRETO_FIRMA = '', PORT = '9000' } = process.env;
// An empty key would accept what anybody signs with it.
if (!/^[0-9a-f]{64}$/.test(SECRETO_FIRMA)) {
  throw new Error('SECRETO_FIRMA has to be the secreto_firma of the webhook');
}
const BODY_BYTES_MAX = 1_000_000;
mkdirSync('recibidos', { recursive: true });

// Over the bytes as they came: parsed and written again,
// they would no longer be the same.
function isSigned(body: Buffer, firma: unknown): boolean {
  const expected = createHmac('sha256', SECRETO_FIRMA).update(body).digest();
  // 64 characters may be more bytes, and bytes of two lengths cannot be compared.
  if (typeof firma !== 'string' || !/^[0-9a-f]{64}$/.test(firma)) return false;
  return timingSafeEqual(Buffer.from(firma, 'hex'), expected);
}

// The id names the file, so what comes again is not stored again.
// Anything slow is done later, from here.
function store(id: string, body: Buffer): boolean {
  try {
    writeFileSync(`recibidos/${id}.json`, body, { flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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

async function receive(request: IncomingMessage): Promise<number> {
  const body = await read(request);
  if (!isSigned(body, request.headers['x-svc-firma'])) return 401;
  const event = JSON.parse(body.toString());
  // An order that was invented for a test.
  if (event.datos.pedido.id.startsWith('ped_prueba')) return 204;
  if (store(event.id, body)) console.log(event.tipo, event.datos.pedido.numero);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      // A body that was cut off, a disk that is full: only this delivery fails, and is sent again.
      console.error(String(error));
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(PORT), '127.0.0.1');
