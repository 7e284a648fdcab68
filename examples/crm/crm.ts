import { createServer, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { type Evento, SignatureError, verifyWebhook } from '@comanda/client';

const { SECRETO_FIRMA = '', PORT = '9000', CRM_FILE = 'crm.sqlite' } = process.env;
// No event is larger. One that is refused holds up all later events of its order.
const BODY_BYTES_MAX = 4 * 1_024 * 1_024;

const db = new DatabaseSync(CRM_FILE);
db.exec(`
  CREATE TABLE IF NOT EXISTS pedidos (
    id TEXT PRIMARY KEY, secuencia INTEGER NOT NULL, creado_en TEXT NOT NULL,
    clave TEXT NOT NULL, nombre TEXT NOT NULL, telefono TEXT NOT NULL, email TEXT NOT NULL,
    consintio INTEGER NOT NULL, vendido_cents INTEGER NOT NULL
  );
  -- Beside max(), SQLite takes the other columns from the newest order.
  CREATE VIEW IF NOT EXISTS contactos AS
    SELECT nombre, telefono, email, max(creado_en) AS ultimo_pedido,
      count(*) AS pedidos, sum(vendido_cents) AS vendido_cents, consintio
    FROM pedidos WHERE clave <> '' GROUP BY clave HAVING consintio = 1;
`);
// An upsert: a newer event replaces the order, a repeated or late one changes nothing.
const save = db.prepare(`
  INSERT INTO pedidos VALUES (:id, :secuencia, :creado_en, :clave, :nombre, :telefono, :email, :consintio, :vendido_cents)
  ON CONFLICT (id) DO UPDATE SET
    secuencia = excluded.secuencia, clave = excluded.clave, nombre = excluded.nombre,
    telefono = excluded.telefono, email = excluded.email, consintio = excluded.consintio,
    vendido_cents = excluded.vendido_cents
  WHERE excluded.secuencia > pedidos.secuencia
`);

function apply({ secuencia, datos: { pedido } }: Evento): void {
  // An order that was invented for a test.
  if (pedido.id.startsWith('ped_prueba')) return;
  const { nombre, telefono, email, consintio_marketing } = pedido.cliente;
  save.run({
    id: pedido.id,
    secuencia,
    creado_en: pedido.creado_en,
    nombre,
    telefono,
    email,
    // The service tells customers apart by the same rule: 0034 600… is +34 600….
    clave: telefono.replace(/\D/g, '').replace(/^00/, '') || email.trim().toLowerCase(),
    consintio: consintio_marketing ? 1 : 0,
    vendido_cents: pedido.estado === 'cancelado' ? 0 : pedido.totales.total_cents,
  });
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

function serve(): void {
  // An empty key would accept what anybody signs with it.
  if (SECRETO_FIRMA === '') throw new Error('SECRETO_FIRMA is missing');
  createServer(async (request, response) => {
    try {
      apply(verifyWebhook(await read(request), request.headers, SECRETO_FIRMA));
      response.writeHead(204).end();
    } catch (error) {
      console.error(String(error));
      // Anything but a wrong signature is our fault: the service sends it again.
      response.writeHead(error instanceof SignatureError ? 401 : 500).end();
    }
  }).listen(Number(PORT), '127.0.0.1');
}

/** A name that begins like a formula must not be one in a spreadsheet. */
function cell(value: unknown): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^\+[\d ]+$/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function list(): void {
  console.log('nombre,telefono,email,ultimo_pedido,pedidos,vendido_cents');
  const contacts = db.prepare('SELECT * FROM contactos ORDER BY vendido_cents DESC').all();
  for (const { consintio: _, ...contact } of contacts) {
    console.log(Object.values(contact).map(cell).join(','));
  }
}

if (process.argv[2] === 'list') list();
else serve();
