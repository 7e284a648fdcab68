import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { type TestContext, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { startSite } from '../support/machine/loopback.ts';
import { comando, samplePedido, sampleRestaurante } from '../support/samples.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  inEachLanguage,
  type Language,
  readSample,
  startSample,
  TIMEOUT_MS,
} from './run-sample.ts';

const service: Service = await startService(runner);

/** A restaurant, a key and a folder for each sample, so that none sees the orders of another. */
const prepare = async (name: string) => {
  const cwd = makeFolder();
  const restaurante_id = `rest_${name}`;
  const perfil = sampleRestaurante({ id: restaurante_id, slug: name });
  await service.command(comando.guardarRestaurante(perfil));
  const { token, llave } = await service.makeLlave({
    restauranteId: restaurante_id,
    alcances: ['stream.escuchar'],
  });
  /** Creates orders, and returns the private listener's answer to each. */
  const publish = (count: number) =>
    service.command(
      ...Array.from({ length: count }, () => comando.crear(samplePedido(), { restaurante_id })),
    );
  const env = { COMANDA_URL: service.publicUrl, COMANDA_KEY: token };
  return { cwd, llave, env, publish, restaurante_id };
};

const idOf = (line: string): string => /evt_\w+/.exec(line)?.[0] ?? '';

const checkStream = async (language: Language, t: TestContext): Promise<void> => {
  const prepared = await prepare(`muestra-${language}`);
  const publish = async (count: number) =>
    (await prepared.publish(count)).map(({ evento_id }) => evento_id);
  const first = startSample('stream', language, prepared);
  t.after(() => first.stop());
  // The sample does not report when it has begun to listen.
  await until(async () => {
    await publish(1);
    return first.lines().length > 0;
  });
  const together = await publish(3);
  await until(() => first.lines().some((line) => idOf(line) === together.at(-1)));
  const heard = first.lines().map(idOf);
  assert.deepEqual(heard.slice(-3), together);
  // The sample stores its position after handling the event; the last one may not be stored yet.
  await first.stop();

  const missed = await publish(2);
  const second = startSample('stream', language, prepared);
  t.after(() => second.stop());
  await until(() => second.lines().some((line) => idOf(line) === missed.at(-1)));
  const resumed = second.lines().map(idOf);
  assert.deepEqual(resumed.slice(-2), missed);
  assert.ok(resumed.length <= 3, 'it goes on where it was, give or take the last event');
  assert.doesNotMatch(second.stderr(), /missing/);
  await second.stop();

  // With an invalid key, the sample shows the reason.
  await service.revoke(prepared.llave.id);
  const refused = startSample('stream', language, prepared);
  t.after(() => refused.stop());
  await until(() => refused.stderr().includes('llave_revocada'));
  if (language === 'sh') await refused.ended;
  await refused.stop();
};

inEachLanguage('stream', checkStream, { concurrency: true });

test('stream.html', { timeout: TIMEOUT_MS }, async (t) => {
  const html = (await readSample('stream.html')).replace(
    'http://127.0.0.1:8080',
    service.publicUrl,
  );
  const site = await startSite(t, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  const { env, llave, publish, restaurante_id } = await prepare('muestra-html');
  const browser = await startBrowser(t);
  const page = await browser.newPage();
  // The answer of a proxy while the service behind it is away ends a browser's EventSource for good.
  let refusals = 0;
  await page.route('**/api/stream?*', (route) => {
    refusals += 1;
    return refusals === 1 ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue();
  });
  await page.goto(`${site}/#${env.COMANDA_KEY}`);
  await page.getByText('En directo').waitFor();
  const [created] = await publish(1);
  const row = page.locator(`#${created?.pedido_id}`);
  await row.getByText('pendiente').waitFor();
  await service.command(
    comando.avanzar(created?.pedido_id ?? '', 'confirmado', { restaurante_id }),
  );
  await row.getByText('confirmado').waitFor();
  await service.revoke(llave.id);
  await page.getByText('La llave no sirve').waitFor();
});
