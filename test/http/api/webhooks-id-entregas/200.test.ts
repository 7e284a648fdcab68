import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Evento } from '../../../../src/contract/recursos/evento.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { readMetrics } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { type Pagina, startDelivering } from '../webhooks/delivering.ts';
import { create, list, post, remove } from '../webhooks/hooks.ts';

/** Signs with openssl, which shares no code with the service. */
const opensslHmac = (secreto: string, body: Buffer): string | undefined =>
  spawnSync('openssl', ['version']).error === undefined
    ? execFileSync('openssl', ['dgst', '-sha256', '-hmac', secreto, '-r'], { input: body })
        .toString()
        .split(' ')[0]
    : undefined;

describeOnEngines('deliveries', async (engine) => {
  const delivering = await startDelivering(engine, { after });
  const { service, ask, receiver, base, entregas, carryOut } = delivering;
  const order = async () => (await carryOut(comando.crear()))[0] ?? '';

  test('every event arrives signed, byte for byte, and in the order of its order', async () => {
    const path = '/status/200?todo';
    const { id, secreto_firma } = await create(ask, { url: base + path });
    const pedido = await order();
    await carryOut(comando.avanzar(pedido, 'confirmado'), comando.cancelar(pedido));
    const requests = await receiver.requests(path, 3);
    const library = new Webhook(Buffer.from(secreto_firma, 'hex').toString('base64'));
    const tipos: string[] = [];
    let numero = '';
    for (const { bodyBase64, headers } of requests) {
      const body = Buffer.from(bodyBase64, 'base64');
      const firma = opensslHmac(secreto_firma, body);
      if (firma !== undefined) assert.equal(headers['x-svc-firma'], firma);
      const evento = library.verify(body, headers) as Evento;
      assert.equal(headers['x-svc-id'], evento.id);
      assert.equal(headers['x-svc-evento'], evento.tipo);
      assert.equal(headers['x-svc-intento'], '1');
      assert.equal(evento.datos.pedido.id, pedido);
      const [stored] = await service.store.log.events(
        evento.restaurante_id,
        evento.secuencia - 1,
        1,
      );
      assert.deepEqual(body, Buffer.from(stored?.body ?? []));
      tipos.push(evento.tipo);
      numero = evento.datos.pedido.numero;
    }
    assert.deepEqual(tipos, ['pedido.nuevo', 'pedido.aceptado', 'pedido.cancelado']);

    const found = await entregas(
      id,
      (all) => all.filter(({ estado }) => estado === 'entregada').length === 3,
    );
    assert.deepEqual(column(found, 'tipo'), tipos.toReversed());
    for (const entrega of found) {
      assert.partialDeepStrictEqual(entrega, {
        pedido_id: pedido,
        pedido_numero: numero,
        intentos: 1,
        proximo_intento: null,
        ultimo_intento: { estado_http: 200, fallo: null, respuesta: 'dice 200' },
      });
    }
    const listed = (await list(ask)).find((each) => each.id === id);
    assert.notEqual(listed?.ultima_entrega, null);
    await remove(ask, id);
  });

  test('a failure is shown with its answer and the time of its retry', async () => {
    const { id } = await create(ask, { url: `${base}/status/500` });
    await order();
    const [entrega] = await entregas(id, ([first]) => (first?.ultimo_intento ?? null) !== null);
    assert.partialDeepStrictEqual(entrega, {
      estado: 'pendiente',
      ultimo_intento: { estado_http: 500, fallo: null, respuesta: 'dice 500' },
    });
    assert.ok(entrega?.proximo_intento);
    for (const [estado, count] of [
      ['pendiente', 1],
      ['entregada', 0],
      ['fallida', 0],
    ] as const) {
      const { body } = await ask<Pagina>(`/webhooks/${id}/entregas?estado=${estado}`);
      assert.equal(body.datos.length, count, estado);
    }
    await remove(ask, id);
  });

  test('pages go there and back, and cursors stay with their webhook', async () => {
    const { id } = await create(ask, { url: `${base}/status/200?paginas` });
    const { id: other } = await create(ask, { url: `${base}/status/200?otro` });
    for (let i = 0; i < 5; i += 1) await order();
    const all = await entregas(
      id,
      (found) => found.length === 5 && found.every(({ estado }) => estado === 'entregada'),
    );
    const page = (query: string, of = id) =>
      ask<Pagina>(`/webhooks/${of}/entregas?limite=2${query}`);
    const ids = ({ body }: { body: Pagina }) => body.datos.map((each) => each.id);
    const first = await page('');
    assert.equal(first.body.paginacion.anterior, null);
    const second = await page(`&cursor=${first.body.paginacion.siguiente}`);
    const third = await page(`&cursor=${second.body.paginacion.siguiente}`);
    assert.equal(third.body.paginacion.siguiente, null);
    assert.deepEqual([...ids(first), ...ids(second), ...ids(third)], column(all, 'id'));
    const back = await page(`&cursor=${third.body.paginacion.anterior}`);
    assert.deepEqual(ids(back), ids(second));

    const cursor = `&cursor=${first.body.paginacion.siguiente}`;
    assertError(await page(cursor, other), 'parametro_invalido');
    assertError(await page(`${cursor}&estado=fallida`), 'parametro_invalido');
    assertError(await page('&cursor=inventado'), 'parametro_invalido');
    assertError(await page('&estado=perdida'), 'parametro_invalido');
    assertError(await ask(`/webhooks/${id}/entregas?limite=0`), 'parametro_invalido');
    await remove(ask, id);
    await remove(ask, other);
  });

  test('one delivery, or all since a moment, are sent again with the same ids', async () => {
    const path = '/status/200?reenvio';
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await create(ask, { url: base + path });
    await order();
    await order();
    const all = await entregas(
      id,
      (found) => found.length === 2 && found.every(({ estado }) => estado === 'entregada'),
    );
    const [newest] = all;
    const resend = async (body: object) => {
      const reply = await ask(`/webhooks/${id}/reenvios`, post(body));
      assert.equal(reply.status, 201, reply.text);
      return reply.body as { id: string };
    };
    const one = await resend({ entrega: newest?.id });
    const three = await receiver.requests(path, 3);
    assert.equal(three[2]?.headers['x-svc-id'], newest?.id);
    assert.equal(three[2]?.headers['x-svc-intento'], '2');

    await resend({ desde: since });
    await receiver.requests(path, 5);
    await until(async () => {
      const { status, body, text } = await ask<{ datos: { id: string; completo: boolean }[] }>(
        `/webhooks/${id}/reenvios`,
      );
      assert.equal(status, 200, text);
      assert.equal(body.datos.at(-1)?.id, one.id);
      return body.datos.length === 2 && body.datos.every(({ completo }) => completo);
    });
    const audit = await service.store.auditoria.list(RESTAURANTE_ID, 10_000);
    const asked = audit.filter((each) => each.accion === 'webhook.reenviado' && each.objeto === id);
    assert.equal(asked.length, 2);
    assert.deepEqual(asked.find(({ detalle }) => detalle['reenvio'] === one.id)?.detalle, {
      reenvio: one.id,
      entrega: newest?.id,
    });
    const sent = receiver.received.filter((each) => each.path === path);
    for (const entrega of all) {
      const attempts = sent
        .filter(({ headers }) => headers['x-svc-id'] === entrega.id)
        .map(({ headers }) => Number(headers['x-svc-intento']));
      assert.deepEqual(attempts, entrega === newest ? [1, 2, 3] : [1, 2]);
    }
    await remove(ask, id);
  });

  test('deliveries show in the metrics', async () => {
    const text = await readMetrics(service);
    for (const line of [
      /^comanda_webhook_attempts_total\{result="success",kind="fresh"\} [1-9]/m,
      /^comanda_webhook_attempts_total\{result="failure",kind="fresh"\} [1-9]/m,
      /^comanda_webhook_latency_seconds_count [1-9]/m,
      /^comanda_webhook_attempt_seconds_count [1-9]/m,
      /^comanda_webhook_owed \d+$/m,
      /^comanda_webhook_oldest_owed_seconds [\d.]+$/m,
      /^comanda_webhook_attempts_running \d+$/m,
      /^comanda_webhook_lanes_held \d+$/m,
    ]) {
      assert.match(text, line);
    }
  });
});
