import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { describe, type TestContext, test } from 'node:test';
import { comando, samplePedido } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import {
  INGEST_KEY,
  makeKeyOperator,
  openTestStore,
  sendCommands,
  startService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  type Heard,
  type Listen,
  type Listener,
  listenInBrowser,
  listenWithPackage,
} from './listeners.ts';
import { type CuttingProxy, startCuttingProxy } from './proxy.ts';

/** A point inside the data of an event: after its `id` line and before its empty line. */
const INSIDE_AN_EVENT = /"tipo":"pedido\.[\s\S]{600}/;
const TIMEOUT_MS = 120_000;

/** Independent client implementations. */
const CLIENTS: Record<string, Listen> = {
  'the EventSource of Chromium': await listenInBrowser(runner),
  'the eventsource package': listenWithPackage(runner),
};

const orders = (count: number) => comando.crearVarios(count);
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

/** Every client at once, each behind a proxy of its own. */
const listenWithAll = (t: TestContext, publicUrl: string, path: string): Promise<Behind[]> =>
  Promise.all(
    Object.entries(CLIENTS).map(async ([client, listen]) => {
      const proxy = await startCuttingProxy(t);
      proxy.connectTo(publicUrl);
      const listener = await listen(proxy.addressOf(publicUrl + path));
      await isPinged(listener);
      return { client, listener, proxy };
    }),
  );

describe('independent SSE clients', { concurrency: true }, () => {
  test('receive every event once and in order, whatever breaks', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    let server = await startServer(t, { env: { INGEST_KEY } });
    const { publicUrl, dataDir } = server;
    const restart = async (signal: NodeJS.Signals) => {
      await server.stop(signal);
      server = await startServer(t, { env: { INGEST_KEY, DATA_DIR: dataDir } });
    };
    const eventIds = async (...commands: object[]): Promise<string[]> => {
      const answers = await sendCommands(server.privateUrl, commands);
      return answers.map(({ evento_id, error }) => {
        assert.ok(evento_id, error ?? '');
        return evento_id;
      });
    };
    await sendCommands(server.privateUrl, [comando.guardarRestaurante()]);
    const store = await openTestStore({ databaseUrl: null, dataDir });
    const { token } = await makeKeyOperator(store).makeLlave();
    await store.close();
    const [before] = await eventIds(comando.crear());
    const all = await listenWithAll(t, publicUrl, `/api/stream?llave=${token}`);

    const committed: string[] = [];
    const publish = async (count: number) => {
      committed.push(...(await eventIds(...orders(count))));
    };
    const allCaughtUp = () =>
      Promise.all(all.map(({ listener }) => hasHeard(listener, committed.at(-1))));
    const connectAllTo = (url: string | null) => {
      for (const { proxy } of all) proxy.connectTo(url);
    };

    await publish(3);
    await allCaughtUp();

    // The connection breaks inside an event.
    const broken = all.map(({ proxy }) => proxy.cutInside(INSIDE_AN_EVENT));
    await Promise.all([publish(3), ...broken]);
    await allCaughtUp();

    // The service is killed and restarts on its data; more events come before any client reconnects.
    connectAllTo(null);
    await restart('SIGKILL');
    await publish(3);
    connectAllTo(server.publicUrl);
    await allCaughtUp();

    // The service is stopped, as for a new version.
    connectAllTo(null);
    await restart('SIGTERM');
    connectAllTo(server.publicUrl);
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

  test('receive the types that they asked for, and lose none', {
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
    // The connection breaks inside the restaurant's very first event.
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
