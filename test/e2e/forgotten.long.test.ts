import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import { installComanda, ndjson, said } from '../cli/comanda.ts';
import { startSite } from '../support/machine/loopback.ts';
import { findDumpServer } from '../support/postgres/dump-server.ts';
import { query } from '../support/postgres/query.ts';
import {
  comando,
  RESTAURANTE_ID,
  sampleHistorial,
  samplePedido,
  samplePedidoEntero,
} from '../support/samples.ts';
import { bearer, INGEST_KEY, openTestStore, sendCommands } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const hex = () => randomBytes(6).toString('hex');

/** A customer whose every word is unique. */
const makeCustomer = () => {
  const digits = `6${randomBytes(4).readUInt32BE().toString().padStart(10, '0').slice(0, 8)}`;
  const cliente = {
    nombre: `Íñigo ${hex()}`,
    telefono: `${digits.slice(0, 3)} ${digits.slice(3)}`,
    email: `${hex()}@correo.example`,
    consintio_marketing: true,
  };
  const linea = `Calle Peñíscola ${hex()}`;
  const direccion = { linea, codigo_postal: '28012', pais: 'ES', lat: 40.4142, lng: -3.7021 };
  const [instrucciones, later, nota] = [`timbre ${hex()}`, `portero ${hex()}`, `nota ${hex()}`];
  const { nombre, telefono, email } = cliente;
  const traces = [nombre, telefono, email, linea, instrucciones, later, nota];
  return { cliente, direccion, instrucciones, later, nota, traces, digits };
};
type Customer = ReturnType<typeof makeCustomer>;

/** Orders with every field that can identify their customer, in every state of an order's life. */
const ordersOf = (who: Customer, i: number): object[] => {
  const { cliente, direccion, instrucciones, later } = who;
  const detalle = { nota: who.nota };
  const id = (n: number) => `ped_${i}_${n}`;
  const draft = (n: number) => samplePedido({ id: id(n), cliente, direccion, instrucciones });
  const past = { id: id(4), cliente, direccion, instrucciones };
  return [
    comando.crear(draft(1), { detalle }),
    comando.anotar(id(1), { instrucciones: later }, { detalle }),
    comando.avanzar(id(1), 'entregado', { detalle }),
    comando.crear(draft(2)),
    comando.cancelar(id(2), { detalle }),
    comando.crear(draft(3)),
    comando.importar(
      samplePedidoEntero(past),
      sampleHistorial().map((entry) => ({ ...entry, detalle })),
    ),
  ];
};

/** A receiver that repeats the customer in each answer, whether it succeeds or fails. */
const startEcho = (t: TestContext): Promise<string> =>
  startSite(t, async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { datos } = JSON.parse(Buffer.concat(chunks).toString()) as Evento;
    const { cliente, direccion } = datos.pedido;
    const fails = request.url === '/falla' && datos.pedido.id.endsWith('_3');
    response.writeHead(fails ? 500 : 200);
    response.end(`Gracias, ${Object.values(cliente).join(' ')}, ${direccion?.linea}`);
  });

const filesBelow = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));

interface Place {
  env: Record<string, string>;
  /** Every byte that the database has on disk, and in a backup. */
  files(dataDir: string): Promise<Buffer[]>;
  backup(file: string): Promise<Buffer>;
}

const tryForgetting = async (t: TestContext, place: Place): Promise<void> => {
  const comanda = installComanda(t);
  const env = {
    PORT: '0',
    PRIVATE_PORT: '0',
    INGEST_KEY,
    LOG_LEVEL: 'trace',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...place.env,
  };
  const cli = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await comanda.run(args, { env });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const server = comanda.start(['serve', '--no-demo'], { env });
  const [, publicUrl = '', privateUrl = ''] = await said(
    ...[server, 'stdout' as const, /"publicUrl":"([^"]+)","privateUrl":"([^"]+)"/],
  );
  const customers = Array.from({ length: 6 }, makeCustomer);
  const [byPhone, byEmail, byOrder, byImport, ...kept] = customers;
  assert.ok(byPhone && byEmail && byOrder && byImport);
  const gone = [byPhone, byEmail, byOrder, byImport];
  await sendCommands(privateUrl, [comando.guardarRestaurante()]);

  const key = JSON.parse(
    await cli(
      ...['keys', 'create', '--restaurant', RESTAURANTE_ID, '--json', '--scopes'],
      'pedidos.leer,stream.escuchar,webhook.recibir',
    ),
  ) as { token: string };
  const headers = { ...bearer(key.token), 'content-type': 'application/json' };
  const api = async (path: string, body?: object): Promise<string> => {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${publicUrl}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return text;
  };
  const echo = await startEcho(t);
  const hooks: string[] = [];
  for (const path of ['/bien', '/falla']) {
    hooks.push((JSON.parse(await api('/webhooks', { url: echo + path })) as { id: string }).id);
  }
  const answers = await sendCommands(privateUrl, customers.flatMap(ordersOf));
  assert.ok(answers.every(({ ok }) => ok));

  const store = await openTestStore({
    databaseUrl: place.env['DATABASE_URL'] ?? null,
    dataDir: comanda.dataDir,
  });
  t.after(() => store.close());
  const deliveries = () =>
    Promise.all(hooks.map((id) => api(`/webhooks/${id}/entregas?limite=100`)));
  /** Everything that the service still tells anybody. */
  const everything = async (): Promise<string> => {
    const eventos = 'pedido.*,pedido.importado';
    const events = await api(`/eventos?limite=100&eventos=${eventos}`);
    const { datos } = JSON.parse(events) as { datos: Evento[] };
    const lastEventId = datos[0]?.id ?? '';
    const stream = await openStream(publicUrl, { token: key.token, lastEventId, eventos });
    const replayed = await stream.untilEventos(datos.length - 1);
    stream.close();
    const parts = [events, JSON.stringify(replayed), await api('/pedidos?limite=100')];
    parts.push(await api('/exportacion/pedidos?formato=ndjson'), ...(await deliveries()));
    for (const { id } of JSON.parse(parts[2] ?? '').datos) {
      const history = (await store.pedidos.history(RESTAURANTE_ID, id)) ?? [];
      parts.push(...history.map((entry) => Buffer.from(entry).toString()));
    }
    return parts.join('\n');
  };
  const missing = (text: Buffer | string, who: readonly Customer[]): string[] =>
    who.flatMap(({ traces }) => traces).filter((trace) => !text.includes(trace));
  const found = (text: Buffer | string, who: readonly Customer[]): string[] =>
    who.flatMap(({ traces, digits }) => [...traces, digits]).filter((each) => text.includes(each));

  // Wait until both webhooks have answered with names, and the search finds every customer.
  await until(async () => {
    const names = await Promise.all(
      hooks.map(async (webhookId) => {
        const asked = { restauranteId: RESTAURANTE_ID, webhookId, estado: null, cursor: null };
        const { entregas } = await store.webhooks.entregas.list({ ...asked, limit: 100 });
        return entregas.map(({ extracto }) => extracto).join();
      }),
    );
    return names.every((text) => customers.every(({ cliente }) => text.includes(cliente.nombre)));
  });
  assert.deepEqual(missing(await everything(), customers), []);

  const forget = (...who: string[]) =>
    cli('customers', 'forget', '--restaurant', RESTAURANTE_ID, ...who);
  const olvidado = await sendCommands(privateUrl, [
    comando.olvidar({ telefono: byPhone.cliente.telefono }),
  ]);
  assert.equal(olvidado[0]?.pedidos, 4);
  assert.match(await forget('--email', byEmail.cliente.email), /in 4 orders/);
  assert.match(await forget('--order', 'ped_2_1'), /in 4 orders/);
  const lines = join(comanda.folder, 'lineas.ndjson');
  writeFileSync(lines, ndjson(comando.olvidar({ pedido_id: 'ped_3_4' })));
  await cli('import', lines);
  assert.match(await cli('vacuum'), /^Rewrote/);

  const told = await everything();
  assert.deepEqual(found(told, gone), []);
  assert.deepEqual(missing(told, kept), []);
  const file = join(comanda.folder, 'copia');
  await cli('backup', file);
  const stored = Buffer.concat(await place.files(comanda.dataDir));
  const copied = await place.backup(file);
  for (const bytes of [stored, copied]) {
    assert.deepEqual(found(bytes, gone), []);
    assert.deepEqual(missing(bytes, kept), []);
  }
  server.child.kill('SIGTERM');
  const { stdout, stderr } = await server.result;
  assert.match(stdout, /listening/);
  assert.deepEqual(found(stdout + stderr, customers), []);
};

test('no byte of a forgotten customer is left anywhere: SQLite', (t) =>
  tryForgetting(t, {
    env: {},
    files: async (dataDir) => filesBelow(dataDir),
    backup: async (file) => readFileSync(file),
  }));

test('no byte of a forgotten customer is left anywhere: PostgreSQL', async (t) => {
  const server = await findDumpServer();
  if (typeof server === 'string') {
    t.diagnostic(server);
    return;
  }
  t.after(server.stop);
  const url = await server.create('olvido');
  await tryForgetting(t, {
    env: { DATABASE_URL: url, SECRETS_KEY: 'una-clave-de-pruebas-de-mas-de-32-letras' },
    async files() {
      await query(url, 'CHECKPOINT');
      const [at] = await query(
        ...([
          url,
          `SELECT current_setting('data_directory') AS folder, oid FROM pg_database
                   WHERE datname = current_database()`,
        ] as const),
      );
      return filesBelow(join(String(at?.['folder']), 'base', String(at?.['oid'])));
    },
    backup: async (file) => {
      const { stdout } = await run('pg_restore', ['--file=-', file], { encoding: 'buffer' });
      return stdout;
    },
  });
});
