import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { comando, sampleCarta, sampleRestaurante } from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';
import { everyRoute, type Lectura, seedSampleRestaurant } from '../world.ts';

const { service, ask, carryOut } = await startApi({ after });
const pedidoId = await seedSampleRestaurant(service);

/** For each operation, a command that changes its answer. */
const CHANGES: Record<Lectura, object> = {
  listarPedidos: comando.crear(),
  leerPedido: comando.anotar(pedidoId, { instrucciones: 'Con cebolla' }),
  leerHistorial: comando.avanzar(pedidoId, 'confirmado'),
  leerCarta: comando.guardarCarta(sampleCarta({ idioma_origen: 'ca' })),
  listarZonas: comando.guardarZonas([]),
  leerRestaurante: comando.guardarRestaurante(sampleRestaurante({ nombre: 'Casa Pepe' })),
  leerResumen: comando.crear(),
  leerCaja: comando.crear(),
  listarEventos: comando.crear(),
};

for (const { operacion, path } of everyRoute(pedidoId)) {
  describe(operacion, async () => {
    const askFor = (ifNoneMatch: string, method = 'GET') =>
      ask(path, { method, headers: { 'if-none-match': ifNoneMatch } });
    const etagNow = async () => String((await ask(path)).headers['etag']);

    test('a known answer is not sent again', async () => {
      const etag = await etagNow();
      assert.equal(await etagNow(), etag);
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, bytes } = await askFor(etag, method);
        assert.equal(status, 304);
        assert.equal(headers['etag'], etag);
        assert.equal(bytes.length, 0);
      }
    });

    test('the tag changes with the content', async () => {
      const before = await etagNow();
      await carryOut(CHANGES[operacion]);
      const { status, headers } = await askFor(before);
      assert.equal(status, 200);
      assert.notEqual(headers['etag'], before);
      assert.equal((await askFor(String(headers['etag']))).status, 304);
    });
  });
}

describe('If-None-Match', () => {
  const askFor = (ifNoneMatch: string) =>
    ask('/zonas', { headers: { 'if-none-match': ifNoneMatch } });
  const etagNow = async () => String((await ask('/zonas')).headers['etag']);

  test('weak tags, lists and * are understood', async () => {
    const etag = await etagNow();
    for (const given of [
      `W/${etag}`,
      `"otra", ${etag}`,
      `"otra",W/${etag} , "más"`,
      '*',
      etag.replace(/"$/, '-gzip"'),
      etag.replace(/"$/, '-br"'),
      etag.replace(/"$/, '-zstd"'),
    ]) {
      assert.equal((await askFor(given)).status, 304, given);
    }
  });

  test('any other tag gets the whole answer', async () => {
    const etag = await etagNow();
    for (const given of [
      '"otra"',
      etag.slice(1, -1),
      // A tag without letters has no other case.
      ...[etag.toUpperCase(), etag.toLowerCase()].filter((each) => each !== etag),
      `${etag.slice(0, -2)}"`,
      etag.replace(/"$/, '-deflate"'),
      '"*"',
      '',
    ]) {
      assert.equal((await askFor(given)).status, 200, given);
    }
  });
});
