import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonTypes } from '../../scripts/client-types-python.ts';
import { startApi } from '../http/api/start-api.ts';
import { seedSampleRestaurant } from '../http/api/world.ts';
import { collectOutput } from '../support/machine/collect-output.ts';
import { startSite } from '../support/machine/loopback.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando } from '../support/samples.ts';
import { until } from '../support/until.ts';
import { signatureOf } from '../support/values/signature.ts';
import { sendEndless } from './endless.ts';
import { startResetStream, startRestartable } from './restartable.ts';

const PACKAGE = fileURLToPath(new URL('../../clients/python/src/', import.meta.url));
const isThere = spawnSync('python3', ['--version']).error === undefined;

const { service, carryOut } = await startApi({ after });
const pedidoId = await seedSampleRestaurant(service);

const HEAD = `
import json, os, pickle, sys
from comanda import Comanda, ComandaError, NetworkError, ResetError, SignatureError, verify_webhook
comanda = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"])
def show(value): print(json.dumps(value), flush=True)
`;
const envOf = (url: string, key: string) => ({
  ...process.env,
  PYTHONPATH: PACKAGE,
  PYTHONDONTWRITEBYTECODE: '1',
  COMANDA_URL: url,
  COMANDA_KEY: key,
});

/** The output of a program, a JSON value a line. */
const run = async (
  program: string,
  key = 'svc_live_none',
  url = service.publicUrl,
): Promise<unknown[]> => {
  const env = envOf(url, key);
  const { stdout } = await promisify(execFile)('python3', ['-c', HEAD + program], { env });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

/** Without Python on this machine, the test only reports that. */
const withPython = (name: string, check: (t: TestContext) => Promise<void>): void => {
  test(name, async (t) => {
    if (isThere) return check(t);
    t.diagnostic('not run: python3 is not on this machine');
    return undefined;
  });
};

describe('the Python client', () => {
  withPython('every reading operation', async () => {
    await carryOut(...comando.crearVarios(120));
    const { token } = await service.makeLlave();
    const [ids, total, ...rest] = await run(
      `
show(len({pedido["id"] for pedido in comanda.pedidos.all(estado=["pendiente", "confirmado"])}))
show(comanda.pedidos.list(limite=1)["paginacion"]["total_aprox"])
found = comanda.pedidos.get("${pedidoId}")
show(found["id"])
same = {"metodo_pago": found["pago"]["metodo"], "telefono": found["cliente"]["telefono"], "email": found["cliente"]["email"]}
show([each["id"] for each in comanda.pedidos.all(numero=found["numero"], **same)] == [found["id"]])
show(comanda.pedidos.list(factura="FA-0", **same)["datos"])
with comanda.export("pedidos", metodo_pago="cripto") as file:
    show(file.read().decode())
show(comanda.pedidos.history("${pedidoId}")["eventos"][0]["accion"])
show(len(comanda.carta(solo_disponibles=True)["categorias"]) > 0)
show(len(comanda.zonas()["datos"]) > 0)
show(comanda.restaurante()["slug"])
show(comanda.resumen(periodo="7d")["periodo"])
show(len(list(comanda.eventos.all(eventos=["pedido.nuevo"]))))
oldest = next(comanda.eventos.all(eventos="pedido.nuevo"))["id"]
show(next(comanda.events(after=oldest, types="pedido.nuevo"))["tipo"])
with comanda.export("iva", formato="csv") as file:
    show(file.headers["X-Posicion"][:4])
    show(file.read().decode().split(",")[0])
`,
      token,
    );
    assert.equal(ids, total);
    assert.deepEqual(rest, [
      ...[pedidoId, true, [], '', 'creado', true, true, 'casa-pepa', '7d', total, 'pedido.nuevo'],
      ...['evt_', 'factura_numero'],
    ]);
  });

  withPython('webhooks are made, seen and deleted', async () => {
    const { token } = await service.makeLlave();
    const shown = await run(
      `
made = comanda.webhooks.create("https://example.com/hook", eventos=["pedido.nuevo"])
show(len(made["secreto_firma"]))
show(made["id"] in [each["id"] for each in comanda.webhooks.list()["datos"]])
show(list(comanda.webhooks.all_deliveries(made["id"])))
show(comanda.webhooks.resends(made["id"])["datos"])
show(comanda.webhooks.activate(made["id"])["activo"])
show(comanda.webhooks.update(made["id"], nombre="CRM")["nombre"])
show(len(comanda.webhooks.rotate_secret(made["id"], solape_horas=1)["secreto_firma"]))
show(comanda.webhooks.delete(made["id"])["eliminado"])
`,
      token,
    );
    assert.deepEqual(shown, [64, true, [], [], true, 'CRM', 64, true]);
  });

  withPython('errors say what is wrong, and are not repeated', async () => {
    const { token, llave } = await service.makeLlave();
    const failing = (call: string) => `
try:
    ${call}
except ComandaError as raised:
    error = pickle.loads(pickle.dumps(raised))  # As a pool of processes passes it on.
    assert str(error) == str(raised)
    show([error.status, error.codigo, error.validos, error.request_id != ""])
`;
    const shown = await run(
      failing('comanda.pedidos.list(limite=1000)') + failing('comanda.pedidos.get("ped_nadie")'),
      token,
    );
    assert.deepEqual(shown, [
      [400, 'parametro_invalido', ['1..100'], true],
      [404, 'no_encontrado', null, true],
    ]);
    await service.revoke(llave.id);
    await until(async () => {
      const authorization = `Bearer ${token}`;
      const { status } = await fetch(`${service.publicUrl}/api/zonas`, {
        headers: { authorization },
      });
      return status === 401;
    });
    const revoked = [401, 'llave_revocada', null, true];
    const calls = failing('comanda.zonas()') + failing('next(comanda.events())');
    assert.deepEqual(await run(calls, token), [revoked, revoked]);
  });

  withPython('a filter with a wrong name is refused before anything is read', async () => {
    const program = `
for walk in (comanda.pedidos.all, lambda **filters: comanda.webhooks.all_deliveries("wh_1", **filters)):
    try: walk(stado="entregado")
    except TypeError as error: show("stado" in str(error))
`;
    assert.deepEqual(await run(program), [true, true]);
  });

  withPython('the end of a line is no part of the key', async () => {
    const { token } = await service.makeLlave();
    const [slug] = await run('show(comanda.restaurante()["slug"])', `${token}\r\n`);
    assert.equal(slug, 'casa-pepa');
  });

  withPython('JSON that is not of the service is refused, and a circle of pages', async (t) => {
    const paginacion = { limite: 1, siguiente: 'x', anterior: null, total_aprox: 9 };
    const page = JSON.stringify({ datos: [{ id: 'ped_1' }], paginacion });
    const bodies = ['{}', '[]', 'null', '{"status":"ok"}'];
    const url = await startSite(t, (_, response) => response.end(bodies.shift() ?? page));
    const program = `
def wait(seconds): raise AssertionError("repeated")
client = Comanda("${url}", "svc_live_x", wait=wait)
for _ in range(4):
    try: next(client.pedidos.all())
    except ValueError as error: show(str(error))
for walk in (client.pedidos.all(), client.eventos.all(), client.webhooks.all_deliveries("wh_1")):
    show(next(walk)["id"])
    try: next(walk)
    except ValueError as error: show(str(error))
`;
    const refusals = bodies.map((body) => `${url}/api/pedidos answered ${body}`);
    const circle = ['ped_1', 'the page after x is followed by itself'];
    assert.deepEqual(await run(program), [...refusals, ...circle, ...circle, ...circle]);
  });

  withPython('a redirect is said, not followed', async (t) => {
    const url = await startSite(t, (_, response) => {
      response.writeHead(301, { location: 'https://comanda.example/api/zonas' }).end();
    });
    const program = `
try:
    Comanda("${url}", "svc_live_x").zonas()
except ComandaError as error:
    show(str(error))
`;
    const line = 'HTTP 301, redirected to https://comanda.example/api/zonas';
    assert.deepEqual(await run(program), [line]);
  });

  withPython('an answer without an end is refused, and not asked for again', async (t) => {
    const url = await startSite(t, sendEndless);
    const program = `
def wait(seconds): raise AssertionError("repeated")
try: Comanda("${url}", "svc_live_x", wait=wait).zonas()
except ValueError as error: show(str(error))
`;
    const line = `${url}/api/zonas answered more than 256 MB`;
    assert.deepEqual(await run(program), [line]);
  });

  withPython('a refused certificate is not retried', async (t) => {
    const { ports } = await startReceiver(t);
    const [shown] = await run(
      `
import urllib.error
def wait(seconds): raise AssertionError("repeated")
client = Comanda("https://127.0.0.1:${ports.selfSigned}", "svc_live_x", wait=wait)
for call in (client.zonas, lambda: next(client.events())):
    try:
        call()
    except urllib.error.URLError as error:
        shown = str(error)
show("self-signed certificate" in shown or shown)
`,
    );
    assert.equal(shown, true);
  });

  withPython(
    'an address that is none is refused at once; one read from a file ends with its line',
    async () => {
      const { token } = await service.makeLlave();
      const program = `
import http.client
def wait(seconds): raise AssertionError("repeated")
for url in ("localhost:8080", "127.0.0.1:8080", "comanda.example", "https:/comanda.example"):
    try:
        Comanda(url, "svc_live_x")
        show("taken")
    except ValueError as error:
        show("https://" in str(error))
try:
    next(Comanda("http://127.0.0.1:80a", "svc_live_x", wait=wait).events())
except http.client.InvalidURL:
    show("refused")
show(Comanda(os.environ["COMANDA_URL"] + "/\\n", os.environ["COMANDA_KEY"]).restaurante()["slug"])
`;
      const shown = await run(program, token);
      assert.deepEqual(shown, [true, true, true, true, 'refused', 'casa-pepa']);
    },
  );

  withPython('an option that is missing or no number is named at once', async () => {
    const shown = await run(
      `
right = {"url": "https://127.0.0.1", "key": "svc_live_x"}
numbers = [{"retries": float("nan")}, {"timeout": 0}, {"timeout": float("inf")}]
for wrong in [{"url": None}, {"url": " "}, {"key": None}, {"key": ""}, *numbers]:
    try: Comanda(**{**right, **wrong})
    except ValueError as error: show(str(error))
`,
    );
    assert.deepEqual(shown, [
      ...['url is missing', 'url is missing', 'key is missing', 'key is missing'],
      'retries must be 0 or more: nan',
      'timeout must be seconds, more than 0: 0',
      'timeout must be seconds, more than 0: inf',
    ]);
  });

  withPython('waits when the limit is used up', async () => {
    const { token } = await service.makeLlave();
    const [waits] = await run(
      `
class Waited(Exception): pass
def wait(seconds): raise Waited(seconds)
client = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"], wait=wait)
try:
    for _ in range(61): client.zonas()
except Waited as waited:
    show(waited.args[0] >= 1)
`,
      token,
    );
    assert.equal(waits, true);
  });

  withPython('live events go on through a restart, and tell when they cannot', async (t) => {
    const restartable = await startRestartable(t);
    const { token } = await restartable.makeLlave();
    const program = `${HEAD}
for evento in comanda.events(types=["pedido.*"]): show(evento["id"])
`;
    const env = envOf(restartable.url, token);
    const child = spawn('python3', ['-c', program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const output = collectOutput(child.stdout);
    const heard = () =>
      output()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as string);
    const sent: string[] = [];
    // The client does not report when it has begun to listen.
    await until(async () => {
      sent.push(await restartable.create());
      return heard().length > 0;
    });
    const first = sent.indexOf(heard()[0] ?? '');
    await restartable.restart();
    sent.push(await restartable.create(), await restartable.create());
    await until(() => heard().at(-1) === sent.at(-1));
    assert.deepEqual(heard(), sent.slice(first));

    const lost = `
try:
    next(comanda.events(after="evt_${'z'.repeat(26)}"))
except ResetError:
    show("reset")
`;
    assert.deepEqual(await run(lost, token, restartable.url), ['reset']);
  });

  withPython('a workbook, which begins late, is waited for', async (t) => {
    const url = await startSite(t, (_, response) => void setTimeout(() => response.end('PK'), 200));
    const program = `
comanda = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"], timeout=0.01, retries=0)
try:
    comanda.export("iva", formato="csv")
except OSError:
    show("late")
show(comanda.export("iva", formato="xlsx").read().decode())
`;
    assert.deepEqual(await run(program, undefined, url), ['late', 'PK']);
  });

  withPython(
    'a file that is cut fails however it is read, and gives its whole lines first',
    async (t) => {
      const url = await startSite(t, ({ url: path = '' }, response) => {
        // A workbook says how long it is, a table comes in chunks.
        if (path.includes('xlsx')) response.setHeader('content-length', 1_000);
        response.write('1,2\r\n'.repeat(20), () => response.destroy());
      });
      const program = `
import csv, http.client, io
reads = {
    "read": lambda file: file.read(),
    "lines": lambda file: file.readlines(),
    "rows": lambda file: list(csv.reader(io.TextIOWrapper(file))),
}
for formato in "csv", "xlsx":
    for name, read in reads.items():
        with comanda.export("iva", formato=formato) as file:
            try: show(len(read(file)))
            except http.client.IncompleteRead: show(name)
with comanda.export("iva", formato="csv") as file:
    show(sum(1 for _ in zip(range(20), file)))
`;
      const cut = ['read', 'lines', 'rows'];
      assert.deepEqual(await run(program, undefined, url), [...cut, ...cut, 20]);
    },
  );

  withPython(
    'a connection that breaks is tried `retries` times more, wherever it breaks',
    async (t) => {
      let asked = 0;
      const url = await startSite(t, ({ url: path = '' }, response) => {
        asked += 1;
        // Some proxies end a broken answer as if it were whole.
        if (path.endsWith('/carta')) return response.end('{"categorias":[{}');
        if (path.endsWith('/zonas')) response.writeHead(200, { 'content-length': '12' }).write('{');
        return setImmediate(() => response.destroy());
      });
      const program = `
comanda = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"], retries=2, wait=lambda seconds: None)
for read in comanda.zonas, comanda.carta, comanda.restaurante:
    try:
        read()
    except Exception as error:
        show(type(error).__name__)
`;
      assert.deepEqual(await run(program, undefined, url), [
        'IncompleteRead',
        'IncompleteRead',
        'NetworkError',
      ]);
      assert.equal(asked, 9);
    },
  );

  withPython('a stream that is cut within a character or a number goes on', async (t) => {
    const whole = 'event: pedido.nuevo\nid: evt_1\ndata: {"id":"evt_1","nombre":"Ñoño"}\n\n';
    const bytes = Buffer.from(whole);
    const cuts = ['retry: ', bytes.subarray(0, bytes.indexOf('Ñ') + 1), whole];
    const url = await startSite(t, (_, response) => {
      // A body that ends with the connection, as the service's does: HTTP does not see a cut as an error.
      response.removeHeader('transfer-encoding');
      response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      response.end(cuts.shift());
    });
    const program = `
comanda = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"], wait=lambda seconds: None)
show(next(comanda.events())["id"])
`;
    assert.deepEqual(await run(program, undefined, url), ['evt_1']);
  });

  withPython('an answer that is not of the service is an error or a pause that fits', async (t) => {
    const ping = 'event: conexion.ping\ndata: {"reanudacion":"continuada"}\n\n';
    const pauses = ['0', '1000000000000000', 'soon', '400000'];
    const retryAfters = ['²', '9'.repeat(30), '7'];
    const url = await startSite(t, ({ url: path = '' }, response) => {
      if (path.startsWith('/page')) response.end('<html>Sign in</html>');
      else if (path.endsWith('/stream')) response.end(`retry: ${pauses.shift()}\n${ping}`);
      else if (path.endsWith('/carta')) response.writeHead(400).end('{"codigo":"otro"}');
      else response.writeHead(503, { 'retry-after': String(retryAfters.shift()) }).end();
    });
    const program = `
import random
random.random = lambda: 0.5
class Enough(Exception): pass
def follow(url, times):
    waits = []
    def wait(seconds):
        waits.append(seconds)
        if len(waits) == times: raise Enough
    try:
        next(Comanda(url, "svc_live_x", wait=wait).events(after="evt_0"))
    except Enough:
        show(waits)
follow("${url}/page", 4)
follow("${url}", 4)
comanda = Comanda("${url}", "svc_live_x", retries=0)
for read in comanda.carta, comanda.zonas, comanda.zonas, comanda.zonas:
    try:
        read()
    except ComandaError as error:
        show([str(error), error.retry_after])
`;
    assert.deepEqual(await run(program, undefined, url), [
      [0.25, 0.5, 1, 2],
      [1, 1, 1, 200],
      ['HTTP 400', null],
      ['HTTP 503', null],
      ['HTTP 503', null],
      ['HTTP 503', 7],
    ]);
  });

  withPython('a gap is reported once, although every ping names it', async (t) => {
    const program = `
resets = []
events = comanda.events(after="evt_0", on_reset=lambda: resets.append(1))
next(events), next(events)
show(len(resets))
`;
    const url = await startResetStream(t);
    assert.deepEqual(await run(program, undefined, url), [1]);
  });

  withPython('an error while the orders are read anew reaches the caller', async (t) => {
    const program = `
def wait(seconds): raise AssertionError("repeated")
def read_anew(): raise OSError("the disk is full")
comanda = Comanda(os.environ["COMANDA_URL"], os.environ["COMANDA_KEY"], wait=wait)
try: next(comanda.events(after="evt_0", on_reset=read_anew))
except OSError as error: show(str(error))
`;
    const url = await startResetStream(t);
    assert.deepEqual(await run(program, undefined, url), ['the disk is full']);
  });

  withPython('a delivery is accepted only with its signature', async () => {
    const secret = 'ab'.repeat(32);
    const body = '{"id":"evt_1"}';
    const firma = signatureOf(body, secret);
    const empty = signatureOf(body, '');
    const cases = [
      [body, firma, secret],
      [`${body} `, firma, secret],
      [body, '', secret],
      [body, 'ñ'.repeat(64), secret],
      [body, firma, 'otro'],
      [body, empty, ''],
      [body, firma, 'whsec_aaaa'],
      [{ id: 'evt_1' }, firma, secret],
    ];
    const shown = await run(
      `
for body, firma, secret in json.loads(${JSON.stringify(JSON.stringify(cases))}):
    try:
        raw = body.encode() if isinstance(body, str) else body
        show(verify_webhook(raw, {"X-Svc-Firma": firma}, secret)["id"])
    except SignatureError as error:
        show(error.reason)
# While the secret is rotated: either header, and either secret.
body, firma, secret = json.loads(${JSON.stringify(JSON.stringify([body, firma, secret]))})
headers = {"x-svc-firma": "0" * 64, "x-svc-firma-alterna": "1" * 64 + " " + firma}
show(verify_webhook(body, headers, ["otro", secret])["id"])
`,
    );
    const reasons = ['mismatch', 'header', 'mismatch', 'mismatch', 'secret', 'secret', 'body'];
    assert.deepEqual(shown, ['evt_1', ...reasons, 'evt_1']);
  });

  withPython('takes times with their zone, and refuses those without', async () => {
    const shown = await run(
      `
from datetime import date, datetime, timedelta, timezone
day = datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=1)))
show(len(comanda.pedidos.list(desde=day, hasta=date(2020, 1, 2))["datos"]))
try:
    comanda.pedidos.list(desde=datetime(2020, 1, 1))
except ValueError as error:
    show("has no time zone" in str(error))
try:
    Comanda("http://127.0.0.1:1", "svc_live_x", retries=0).zonas()
except NetworkError as error:
    show("nothing listens there" in str(error))
`,
      (await service.makeLlave()).token,
    );
    assert.deepEqual(shown, [0, true, true]);
  });
});

test('the types of the Python package are those of openapi.json', () => {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  const types = readFileSync(new URL('comanda/types.py', `file://${PACKAGE}`), 'utf8');
  assert.equal(types, pythonTypes(JSON.parse(document)), 'run npm run openapi');
});
