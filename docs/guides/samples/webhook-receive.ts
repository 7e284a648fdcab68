import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { SECRETO_FIRMA = '', PORT = '9000' } = process.env;
mkdirSync('recibidos', { recursive: true });

// Over the bytes as they came: parsed and written again,
// they would no longer be the same.
function isSigned(body: Buffer, firma: unknown): boolean {
  const expected = createHmac('sha256', SECRETO_FIRMA).update(body).digest('hex');
  const given = String(firma);
  return given.length === 64 && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
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

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(body, request.headers['x-svc-firma'])) {
    response.writeHead(401).end('firma incorrecta');
    return;
  }
  const event = JSON.parse(body.toString());
  if (store(event.id, body)) console.log(event.tipo, event.datos.pedido.numero);
  response.writeHead(204).end();
});
server.listen(Number(PORT), '127.0.0.1');
