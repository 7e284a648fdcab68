import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { carryOut } from '../http/api/world.ts';
import { makeBrowser } from '../http/panel/browser.ts';
import { createUser, PASSWORD } from '../http/panel/panel-server.ts';
import { citusNodes } from '../support/postgres/citus.ts';
import { type ServerNode, serverNode } from '../support/postgres/node.ts';
import { query } from '../support/postgres/query.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { readMetrics, startServiceOn } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';
import { placeIn } from '../support/values/place-in.ts';

const REFUSED_MS_MAX = 3_000;
const EMAIL = 'ana@pepa.example';
const WAYS = {
  frozen: { down: (node: ServerNode) => node.freeze(), up: (node: ServerNode) => node.thaw() },
  killed: { down: (node: ServerNode) => node.kill(), up: (node: ServerNode) => node.start() },
};

/** A restaurant on each worker. */
const restaurantsOf = async (databaseUrl: string): Promise<{ id: string; node: string }[]> =>
  query(
    databaseUrl,
    `SELECT DISTINCT ON (p.nodeport) 'rest_' || i AS id, p.nodename || ':' || p.nodeport AS node
     FROM generate_series(1, 200) AS i
     JOIN pg_dist_shard_placement p
       ON p.shardid = get_shard_id_for_distribution_column('log_heads', 'rest_' || i)
     ORDER BY p.nodeport, i`,
  );

describe('a worker that does not answer harms its own restaurants only', async () => {
  const service = await startServiceOn(
    'PostgreSQL',
    { after },
    {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    },
  );
  const tokens = new Map<string, string>();
  const receiver = await startReceiver({ after });

  const api = (restauranteId: string) =>
    withToken(makeClient(service.publicUrl), tokens.get(restauranteId) ?? '');
  const order = (restauranteId: string) =>
    service.command(comando.crear(undefined, { restaurante_id: restauranteId }));
  const unknownFigures = async () =>
    (await readMetrics(service)).split('\n').filter((line) => line.endsWith(' NaN'));
  const ready = async (): Promise<unknown> => {
    const response = await fetch(`${service.privateUrl}/ready`);
    assert.equal(response.status, 200);
    return response.json();
  };

  const [first, second] = await restaurantsOf(service.databaseUrl ?? '');
  assert.ok(first && second, 'the cluster has two workers');
  const [silent, silentNode, healthy] = [first.id, first.node, second.id];
  const worker = await serverNode(
    citusNodes()?.find((each) => new URL(each).host === silentNode) ?? '',
  );
  for (const id of [silent, healthy]) {
    const restaurante = sampleRestaurante({ id, slug: id.replace('_', '-') });
    await carryOut(service, comando.guardarRestaurante(restaurante));
    tokens.set(id, (await service.makeLlave({ restauranteId: id })).token);
    await create(api(id), { url: `http://127.0.0.1:${receiver.ports.http}/status/200/${id}` });
    assert.ok((await order(id))[0]?.ok);
  }
  const randomBytes = makeRandomBytes();
  const deps = { store: service.store, clock: systemClock, randomBytes };
  await createUser({ ...deps, mintId: makeMintId(randomBytes) }, EMAIL, placeIn(healthy));
  const stream = await openStream(service.publicUrl, { token: tokens.get(healthy) ?? '' });

  for (const [how, { down, up }] of Object.entries(WAYS)) {
    test(`${how}: the others order, read, hear, are called, make keys and sign in`, async (t) => {
      assert.deepEqual(await ready(), { ok: true });
      const unknownBefore = await unknownFigures();
      await down(worker);
      t.after(async () => up(worker));
      for (let round = 0; round < 3; round += 1) {
        const startedMs = performance.now();
        const refused = api(silent)(`/pedidos?limite=${round + 1}`).then(({ status }) => ({
          status,
          ms: performance.now() - startedMs,
        }));
        const [answer] = await order(healthy);
        assert.ok(answer?.ok, answer?.error ?? '');
        assert.equal((await api(healthy)(`/pedidos?limite=${round + 1}`)).status, 200);
        await until(() => stream.eventos().at(-1)?.id === answer?.evento_id);
        await until(() =>
          receiver.received.some(({ headers }) => headers['x-svc-id'] === answer?.evento_id),
        );
        const { token } = await service.makeLlave({ restauranteId: healthy });
        assert.equal(
          (await withToken(makeClient(service.publicUrl), token)('/restaurante')).status,
          200,
        );
        const browser = makeBrowser(service.publicUrl, new URL(service.publicUrl).origin);
        assert.equal((await browser.signIn(EMAIL, PASSWORD)).status, 200);
        const { status, ms } = await refused;
        assert.equal(status, 503);
        assert.ok(ms < REFUSED_MS_MAX, `${ms} ms`);
      }
      assert.deepEqual(await ready(), { ok: true, nodos_ausentes: [silentNode] });
      assert.deepEqual(await unknownFigures(), unknownBefore);
    });

    test(`${how}: it answers again, and nothing of its restaurants is lost`, async () => {
      await until(async () => (await api(silent)('/pedidos')).status === 200);
      await until(async () => (await order(silent))[0]?.ok === true);
      const sent = await service.store.log.events(silent, 0, 10);
      await until(() =>
        sent.every(({ id }) => receiver.received.some(({ headers }) => headers['x-svc-id'] === id)),
      );
      await until(async () => !('nodos_ausentes' in ((await ready()) as object)));
    });
  }
});
