// Runs independent tools that read openapi.json against the real service: `npm run openapi:check`.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { OPERACIONES, type Operacion } from '../../../src/contract/rutas/rutas.ts';
import { seedSampleRestaurant } from '../../http/api/world.ts';
import { comando, sampleRestaurante } from '../../support/samples.ts';
import { bearer, startService } from '../../support/service.ts';
import { closeMonth } from '../../support/values/close-month.ts';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'openapi.json');
const require = createRequire(join(import.meta.dirname, 'package.json'));
/** Resolves tools from this folder, where they are installed. */
const load = (name: string) => import(import.meta.resolve(name));
const text = await readFile(DOCUMENT, 'utf8');

const service = await startService({ after }, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
const pedidoId = await seedSampleRestaurant(service);
const token = async () => (await service.makeLlave()).token;

test('Spectral, by its recommended rules: no error', async () => {
  const { Spectral, Document } = require('@stoplight/spectral-core');
  const { Json } = require('@stoplight/spectral-parsers');
  const { oas } = require('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const problems = async (source: string): Promise<string[]> => {
    const found: { severity: number; code: string; message: string; path: string[] }[] =
      await spectral.run(new Document(source, Json, DOCUMENT));
    const errors = found.filter(({ severity }) => severity === 0);
    return errors.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
  };
  assert.deepEqual(await problems(text), []);
  const broken = text.replace('"operationId": "listarZonas"', '"operationId": "listarPedidos"');
  assert.match((await problems(broken)).join(), /operation-operationId-unique/);
});

test('swagger-parser', async () => {
  const { default: SwaggerParser } = await load('@apidevtools/swagger-parser');
  await SwaggerParser.validate(JSON.parse(text));
});

describe('a proxy of Prism that holds requests and answers to the document', async () => {
  const proxyUrl = await startPrism(`${service.publicUrl}/api`);
  const receiver = `${service.publicUrl}/nada`;
  const ask = async (path: string, method = 'GET', body?: object, status = 200) => {
    const response = await fetch(proxyUrl + path, {
      method,
      headers: {
        ...bearer(await token()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    assert.equal(response.headers.get('sl-violations'), null);
    assert.equal(response.status, status, answer);
    return answer;
  };
  const created = JSON.parse(await ask('/webhooks', 'POST', { url: receiver }, 201));
  const closing = await closeMonth(service.store, '2026-10');
  const hook = `/webhooks/${created.id}`;

  /** Listens until the key is revoked, which ends the connection: the proxy waits for a whole answer. */
  const listen = async (): Promise<void> => {
    const { token: own, llave } = await service.makeLlave();
    const answer = fetch(`${proxyUrl}/stream?eventos=pedido.nuevo&llave=${own}`);
    await new Promise((done) => setTimeout(done, 500));
    await service.command(comando.crear());
    await service.revoke(llave.id);
    const response = await answer;
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('sl-violations'), null);
    assert.match(await response.text(), /event: conexion\.ping/);
  };

  const traffic: Record<Operacion, () => Promise<unknown>> = {
    listarPedidos: () =>
      ask('/pedidos?estado=pendiente,listo&tipo=reparto&desde=2020-01-01&limite=5'),
    leerPedido: () => ask(`/pedidos/${pedidoId}`),
    leerHistorial: () => ask(`/pedidos/${pedidoId}/historial`),
    leerCarta: () => ask('/carta?solo_disponibles=true'),
    listarZonas: () => ask('/zonas'),
    leerRestaurante: () => ask('/restaurante'),
    leerResumen: async () => {
      await ask('/resumen?periodo=7d');
      await ask('/resumen?desde=2026-01-01&hasta=2026-02-01');
    },
    leerCaja: () => ask('/caja?desde=2026-01-01T20:00&hasta=2026-02-01&agrupar=mes'),
    listarCierres: () => ask('/cierres?limite=10'),
    leerCierre: () => ask(`/cierres/${closing.id}`),
    listarCambiosCierre: () => ask(`/cierres/${closing.id}/cambios`),
    escucharEventos: listen,
    listarEventos: () => ask('/eventos?eventos=pedido.*,pedido.importado&limite=2'),
    exportarTabla: () => ask('/exportacion/pedidos?formato=ndjson'),
    crearWebhook: () => ask('/webhooks', 'POST', { url: receiver, eventos: ['*'] }, 201),
    listarWebhooks: () => ask('/webhooks'),
    eliminarWebhook: async () => {
      const made = JSON.parse(await ask('/webhooks', 'POST', { url: receiver }, 201));
      await ask(`/webhooks/${made.id}`, 'DELETE');
    },
    cambiarWebhook: () => ask(hook, 'PATCH', { nombre: 'Otro', eventos: ['pedido.*'] }),
    rotarSecreto: () => ask(`${hook}/secreto`, 'POST', { solape_horas: 1 }),
    leerSalud: () => ask(`${hook}/salud`),
    listarEntregas: () => ask(`${hook}/entregas?limite=2`),
    probarWebhook: () => ask(`${hook}/prueba`, 'POST'),
    crearReenvio: () => ask(`${hook}/reenvios`, 'POST', { desde: '2026-01-01T00:00:00Z' }, 201),
    listarReenvios: () => ask(`${hook}/reenvios`),
    activarWebhook: () => ask(`${hook}/activar`, 'POST'),
  };
  for (const operacion of OPERACIONES) {
    test(operacion, async () => void (await traffic[operacion]()));
  }

  test('errors are what the document says, too', async () => {
    await ask('/pedidos/ped_nadie', 'GET', undefined, 404);
    await ask('/eventos?despues_de=nada', 'GET', undefined, 400);
    const keyless = await fetch(`${service.publicUrl}/api/pedidos`);
    assert.equal(keyless.status, 401);
  });
});

describe('generated clients, as they come', async () => {
  const folder = await mkdtemp(join(import.meta.dirname, 'node_modules', 'generated-'));
  after(() => rm(folder, { recursive: true }));
  const baseUrl = `${service.publicUrl}/api`;
  const estado = ['pendiente', 'listo'];
  const expectOrders = (data: unknown): void => {
    const { datos } = data as { datos: { id: string }[] };
    assert.ok(datos.some(({ id }) => id === pedidoId));
  };

  test('openapi-fetch', async () => {
    const { default: createClient } = await load('openapi-fetch');
    const client = createClient({ baseUrl, headers: { Authorization: `Bearer ${await token()}` } });
    const { data, error } = await client.GET('/pedidos', { params: { query: { estado } } });
    assert.equal(error, undefined);
    expectOrders(data);
  });

  test('hey-api', async () => {
    const { createClient } = await load('@hey-api/openapi-ts');
    const output = join(folder, 'hey');
    await createClient({ input: DOCUMENT, output, logs: { level: 'silent' } });
    const run = await transpiled(output);
    const { client } = await run('client.gen.ts');
    const { listarPedidos, crearWebhook } = await run('sdk.gen.ts');
    const key = await token();
    client.setConfig({ baseUrl, auth: () => key });
    const { data, error } = await listarPedidos({ query: { estado } });
    assert.equal(error, undefined);
    expectOrders(data);
    const made = await crearWebhook({ body: { url: `${service.publicUrl}/nada` } });
    assert.match(made.data?.id ?? '', /^wh_/);
  });

  test('orval, on fetch', async () => {
    const { generate } = require('orval');
    const target = join(folder, 'orval', 'client.ts');
    const output = { target, client: 'fetch', baseUrl };
    await generate({ input: DOCUMENT, output });
    const { listarPedidos } = await (await transpiled(join(folder, 'orval')))('client.ts');
    const headers = { Authorization: `Bearer ${await token()}` };
    const { data, status } = await listarPedidos({ estado }, { headers });
    assert.equal(status, 200);
    expectOrders(data);
  });
});

describe('the collection, by Postman’s own runner', async () => {
  interface Item {
    name: string;
    request: {
      url: { raw: string; variable: { key: string; value: string }[] };
      body?: { raw: string };
    };
  }
  const newman = require('newman');
  const file = join(DOCUMENT, '..', 'docs', 'comanda.postman_collection.json');
  const collection: { item: { name: string; item: Item[] }[] } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  // A restaurant of its own, because the number of webhooks is limited.
  const restauranteId = 'rest_coleccion';
  const ownPedidoId = await seedSampleRestaurant(
    service,
    sampleRestaurante({ id: restauranteId, slug: 'coleccion' }),
  );
  const ownClosing = await closeMonth(service.store, '2026-10', 'creacion', restauranteId);
  const idFor = async (path: string, llave: string): Promise<string> => {
    if (path.includes('/pedidos/')) return ownPedidoId;
    return path.includes('/cierres/') ? ownClosing.id : makeWebhook(llave);
  };
  /** Sends the requests of a folder, with the two variables that the guide asks for; gives the answers. */
  const send = async (folder: (typeof collection)['item'][number], llave: string) => {
    const variables = { base_url: `${service.publicUrl}/api`, llave };
    const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
    const answers = new Map<string, number | undefined>();
    await new Promise<void>((resolve, reject) => {
      newman
        .run({ collection: { ...collection, item: [folder] }, envVar, reporters: [] })
        .on('request', (_: unknown, { item, response }: RunnerRequest) =>
          answers.set(item.name, response?.code),
        )
        .on('done', (error: Error | null) => (error === null ? resolve() : reject(error)));
    });
    return answers;
  };
  /** Replaces the ids of the examples with real ones, as users of the collection do by hand. */
  const withOwnIds = async ({ request }: Item, llave: string): Promise<void> => {
    const place = request.url.variable.find(({ key }) => key === 'id');
    if (place !== undefined) place.value = await idFor(request.url.raw, llave);
    // The example's delivery does not exist; a period can always be sent again.
    if (request.body?.raw.includes('"entrega"')) {
      request.body.raw = JSON.stringify({ desde: '2026-01-01T00:00:00Z' });
    }
  };
  const makeWebhook = async (llave: string): Promise<string> => {
    const response = await fetch(`${service.publicUrl}/api/webhooks`, {
      method: 'POST',
      headers: { ...bearer(llave), 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${service.publicUrl}/nada` }),
    });
    return ((await response.json()) as { id: string }).id;
  };

  for (const folder of collection.item) {
    test(folder.name, async () => {
      const { token: llave } = await service.makeLlave({ restauranteId });
      // The stream never ends, but the runner waits for the end of each answer.
      folder.item = folder.item.filter(({ request }) => !request.url.raw.endsWith('/stream'));
      for (const item of folder.item) await withOwnIds(item, llave);
      const answers = await send(folder, llave);
      assert.deepEqual(
        [...answers.keys()],
        folder.item.map(({ name }) => name),
      );
      for (const [name, status = 0] of answers)
        assert.equal(Math.floor(status / 100), 2, `${name}: ${status}`);
      const wrong = await send(folder, `svc_live_${'0'.repeat(32)}`);
      assert.deepEqual(new Set(wrong.values()), new Set([401]));
    });
  }
});

interface RunnerRequest {
  item: { name: string };
  response?: { code: number };
}

/** Starts the proxy, which answers 500 to anything that violates the document. */
async function startPrism(upstream: string): Promise<string> {
  const { createServer } = require('@stoplight/prism-http-server');
  const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
  const silent = () => undefined;
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'];
  const logger = {
    ...Object.fromEntries(levels.map((level) => [level, silent])),
    child: () => logger,
  };
  const server = createServer(await getHttpOperationsFromSpec(DOCUMENT), {
    components: { logger },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      errors: true,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  const url: string = await server.listen(0, '127.0.0.1');
  after(() => server.close());
  return url;
}

/** A folder's modules as JavaScript: generated code is no erasable TypeScript. */
async function transpiled(folder: string) {
  const ts = require('typescript');
  const outDir = join(folder, 'js');
  const es = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 };
  const files = ts.sys.readDirectory(folder, ['.ts']);
  ts.createProgram(files, { ...es, outDir, rootDir: folder, noCheck: true }).emit();
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}');
  return (file: string) => import(join(outDir, file.replace(/\.ts$/, '.js')));
}
