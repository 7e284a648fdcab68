import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { describe, type TestContext, test } from 'node:test';
import { comando, samplePedido } from '../support/samples.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  type Heard,
  type Listen,
  type Listener,
  listenInBrowser,
  listenWithPackage,
} from './listeners.ts';
import { installProgram } from './program.ts';
import { type CuttingProxy, startCuttingProxy } from './proxy.ts';

/** Somewhere inside the data of an event: the `id` line has passed, the empty line has not. */
const INSIDE_AN_EVENT = /"tipo":"pedido\.[\s\S]{600}/;
const TIMEOUT_MS = 120_000;

/** Clients that somebody else wrote: what they make of our bytes is what counts. */
const CLIENTS: Record<string, Listen> = {
  'the EventSource of Chromium': await listenInBrowser(runner),
  'the eventsource package': listenWithPackage(runner),
};

const orders = (count: number) => Array.from({ length: count }, () => comando.crear());
const idsOf = ({ events }: Heard): string[] => events.map(({ evento }) => evento.id);

const hasHeard = (listener: Listener, id: string | undefined): Promise<void> =>
  until(async () => idsOf(await listener.heard()).some((heard) => heard === id));
const isPinged = (listener: Listener): Promise<void> =>
  until(async () => (await listener.heard()).pings.length > 0);

interface Behind {
  client: string;
  listener: Listener;
  proxy: CuttingProxy;
}

/** Every client at once, each behind a stretch of network of its own. */
const listenWithAll = (t: TestContext, publicUrl: string, path: string): Promise<Behind[]> =>
  Promise.all(
    Object.entries(CLIENTS).map(async ([client, listen]) => {
      const proxy = await startCuttingProxy(t);
      proxy.leadTo(publicUrl);
      const listener = await listen(proxy.addressOf(publicUrl + path));
      await isPinged(listener);
      return { client, listener, proxy };
    }),
  );

describe('clients from elsewhere', { concurrency: true }, () => {
  test('hear every event once and in order, whatever happens on the way', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const program = installProgram(t);
    const publicUrl = await program.start();
    await program.createRestaurant();
    const { token } = await program.createKey();
    const [before] = await program.events(comando.crear());
    const all = await listenWithAll(t, publicUrl, `/api/stream?llave=${token}`);

    const committed: string[] = [];
    const publish = async (count: number) => {
      committed.push(...(await program.events(...orders(count))));
    };
    const allCaughtUp = () =>
      Promise.all(all.map(({ listener }) => hasHeard(listener, committed.at(-1))));
    const leadAllTo = (url: string | null) => {
      for (const { proxy } of all) proxy.leadTo(url);
    };

    await publish(3);
    await allCaughtUp();

    // The line breaks in the middle of an event.
    const broken = all.map(({ proxy }) => proxy.cutInside(INSIDE_AN_EVENT));
    await Promise.all([publish(3), ...broken]);
    await allCaughtUp();

    // The service dies without a word and comes back on its data; more happens before anybody asks.
    leadAllTo(null);
    await program.stop('SIGKILL');
    const reborn = await program.start();
    await publish(3);
    leadAllTo(reborn);
    await allCaughtUp();

    // It is asked to stop, as for a new version.
    leadAllTo(null);
    await program.stop('SIGTERM');
    const renewed = await program.start();
    leadAllTo(renewed);
    await publish(3);
    await allCaughtUp();

    for (const { client, listener } of all) {
      const { events, pings } = await listener.heard();
      assert.deepEqual(
        events.map(({ evento }) => evento.id),
        committed,
        client,
      );
      for (const { tipo, lastEventId, evento } of events) {
        assert.deepEqual([tipo, lastEventId], [evento.tipo, evento.id], client);
      }
      const [first, ...later] = pings;
      assert.deepEqual(
        [first?.ping.reanudacion, first?.ping.desde, first?.lastEventId],
        ['nueva', before, before],
        client,
      );
      assert.ok(later.length >= 3, client);
      for (const { ping } of later) assert.equal(ping.reanudacion, 'continuada', client);
    }
  });

  test('hear only what they asked for, and lose nothing of it', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const service = await startService(t);
    await service.command(comando.guardarRestaurante());
    const { token } = await service.makeLlave();
    const path = `/api/stream?llave=${token}&eventos=pedido.aceptado,pedido.cancelado`;
    const all = await listenWithAll(t, service.publicUrl, path);
    const wanted: string[] = [];
    const live = async (n: number) => {
      const id = `ped_filtro_${n}`;
      const [, accepted, , cancelled] = await service.command(
        comando.crear(samplePedido({ id })),
        comando.avanzar(id, 'confirmado'),
        comando.avanzar(id, 'en_preparacion'),
        comando.cancelar(id),
      );
      wanted.push(accepted?.evento_id ?? '', cancelled?.evento_id ?? '');
    };
    // The line breaks inside the very first event that the restaurant ever had.
    const broken = all.map(({ proxy }) => proxy.cutInside(INSIDE_AN_EVENT));
    await Promise.all([live(1), ...broken]);
    await live(2);
    for (const { client, listener } of all) {
      await hasHeard(listener, wanted.at(-1));
      assert.deepEqual(idsOf(await listener.heard()), wanted, client);
    }
  });

  test('give up when their key is revoked', { timeout: TIMEOUT_MS }, async (t) => {
    const service = await startService(t);
    await service.command(comando.guardarRestaurante());
    const { token, llave } = await service.makeLlave();
    const all = await listenWithAll(t, service.publicUrl, `/api/stream?llave=${token}`);
    await service.revoke(llave.id);
    for (const { listener } of all) {
      // The stream ends, the client asks again, and the refusal is final.
      await until(async () => (await listener.heard()).readyState === 2);
    }
  });
});
