import { createServer, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Comanda, type Pedido, SignatureError, verifyWebhook } from '@comanda/client';

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
  -- Up to where the orders were read; one row.
  CREATE TABLE IF NOT EXISTS estado (posicion TEXT NOT NULL);
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

/** Returns whether the order was new here, or older. */
function apply(pedido: Pedido, secuencia: number): boolean {
  // An order that was invented for a test.
  if (pedido.id.startsWith('ped_prueba')) return false;
  const { nombre, telefono, email, consintio_marketing } = pedido.cliente;
  const { changes } = save.run({
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
  return changes > 0;
}

/**
 * Reads the orders that have changed since the last time; all of them at first, and with `everything`. That brings what no
 * webhook does: orders from before it, imports, and what was sent while it was turned off.
 */
async function sync(everything: boolean): Promise<void> {
  const { COMANDA_URL: url = '', COMANDA_KEY: key = '' } = process.env;
  const last = db.prepare('SELECT posicion FROM estado').get()?.['posicion'];
  const since = everything || last === undefined ? {} : { cambiado_desde: String(last) };
  const orders = { formato: 'ndjson', con_cambio: true, ...since } as const;
  const response = await new Comanda({ url, key }).export('pedidos', orders);
  let [read, changed] = [0, 0];
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    db.exec('BEGIN');
    for (const line of lines) {
      const { cambiado_en: _, secuencia, ...pedido } = JSON.parse(line);
      if (apply(pedido, secuencia)) changed += 1;
      read += 1;
    }
    db.exec('COMMIT');
  }
  if (rest !== '') throw new Error('the answer was cut off');
  // Only now: after a failure the next run reads the same again.
  db.exec('DELETE FROM estado');
  db.prepare('INSERT INTO estado VALUES (?)').run(response.headers.get('x-posicion'));
  console.log(`${read} orders read, ${changed} were new or older here`);
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
      const evento = verifyWebhook(await read(request), request.headers, SECRETO_FIRMA);
      apply(evento.datos.pedido, evento.secuencia);
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

const [, , command, option] = process.argv;
if (command === 'list') list();
else if (command === 'sync') await sync(option === '--all');
else serve();
