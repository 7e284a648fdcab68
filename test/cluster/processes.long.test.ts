import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { verify } from '../../faults/model/verify.ts';
import { checkReplaced, replaceOneByOne } from '../../faults/scenarios/rolling.ts';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import { type Client, makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { column, upTo } from '../support/columns.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { query } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID, samplePedido, sampleRestaurante } from '../support/samples.ts';
import type { Server } from '../support/server.ts';
import { readMetrics } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until, withinASecond } from '../support/until.ts';
import { inTurn, PROCESSES, startCluster } from './cluster.ts';

const MIGRATIONS = new URL('../../src/storage/engines/postgres/migrations/', import.meta.url);
/** Commands for one of several restaurants. */
const restaurantOf = (index: number): string => (index === 0 ? RESTAURANTE_ID : `rest_${index}`);

describe('three processes on one PostgreSQL', async () => {
  const database = await createDatabase();
  const cluster = await startCluster({ after }, { databaseUrl: database.url });
  after(database.drop);
  const apis: Client[] = cluster.servers.map(({ publicUrl }) => makeClient(publicUrl));
  for (let index = 0; index < PROCESSES; index += 1) {
    const restaurante = sampleRestaurante({ id: restaurantOf(index), slug: `sitio-${index}` });
    await cluster.command(index, comando.guardarRestaurante(restaurante));
  }

  test('started at the same moment on an empty database, one of them migrated it', async () => {
    const rows = await query(database.url, 'SELECT name FROM comanda_migrations ORDER BY version');
    const files = readdirSync(MIGRATIONS).sort();
    assert.deepEqual(column(rows, 'name'), files);
    for (const { privateUrl } of cluster.servers) {
      assert.equal((await fetch(`${privateUrl}/ready`)).status, 200);
    }
  });

  test('they admit exactly 60 requests of a key together, whoever is asked', async () => {
    const { token } = await cluster.makeLlave();
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, i) => inTurn(apis, i)('/restaurante', { token })),
    );
    const admitted = replies.filter(({ status }) => status === 200);
    assert.deepEqual(
      admitted.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b),
      upTo(60).map((n) => n - 1),
    );
    for (const { status, headers } of replies) {
      if (status === 200) continue;
      assert.equal(status, 429);
      assert.ok(Number(headers['retry-after']) >= 1);
    }
    for (const api of apis) assert.equal((await api('/restaurante', { token })).status, 429);
  });

  test('a revoked key is refused by all within a second, and its streams end on all', async () => {
    const { llave, token } = await cluster.makeLlave();
    for (const api of apis) assert.equal((await api('/restaurante', { token })).status, 200);
    const streams = await Promise.all(
      cluster.servers.map(({ publicUrl }) => openStream(publicUrl, { token })),
    );
    await cluster.revoke(llave.id);
    await withinASecond(async () => {
      const replies = await Promise.all(apis.map((api) => api('/restaurante', { token })));
      return replies.every(({ status }) => status === 401);
    });
    for (const stream of streams) await stream.untilOver();
  });

  test('a stream on each sees what each has committed, in the order of the log', async () => {
    const { token } = await cluster.makeLlave();
    const before = (await cluster.store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
    const streams = await Promise.all(
      cluster.servers.map(({ publicUrl }) => openStream(publicUrl, { token })),
    );
    await Promise.all(Array.from({ length: 30 }, (_, i) => cluster.command(i, comando.crear())));
    for (const stream of streams) {
      await stream.untilEventos(30);
      const got = stream.eventos().map(({ secuencia }) => secuencia);
      assert.deepEqual(
        got,
        upTo(30).map((n) => before + n),
      );
      stream.close();
    }
  });

  test('they share the webhooks: all send, nothing is sent twice, orders keep their sequence', async (t) => {
    const { received, ports } = cluster.rig.receiver;
    const hooks = 4;
    for (let index = 0; index < PROCESSES; index += 1) {
      const { token } = await cluster.makeLlave({ restauranteId: restaurantOf(index) });
      for (let i = 0; i < hooks; i += 1) {
        const url = `http://127.0.0.1:${ports.http}/slow/3/shared/${index}-${i}`;
        await create(withToken(inTurn(apis, index + i), token), { url });
      }
    }
    const deliveries = () => received.filter(({ path }) => path.startsWith('/slow/3/shared/'));
    let expected = 0;
    let attempts: number[] = [];
    /** A round with one restaurant for each process: the process that commits is mostly the one that sends. */
    const round = async (n: number): Promise<void> => {
      await Promise.all(
        cluster.servers.map(async (_, index) => {
          const extra = { restaurante_id: restaurantOf(index) };
          const ids = upTo(5).map((i) => `ped_r${n}_${index}_${i}`);
          const creates = ids.map((id) => comando.crear(samplePedido({ id }), extra));
          await cluster.command(index, ...creates);
          const advances = ids.map((id) => comando.avanzar(id, 'confirmado', extra));
          // The second event of each order goes through another process, while the first is being delivered.
          await cluster.command(index + 1, ...advances);
        }),
      );
      expected += PROCESSES * hooks * 10;
      await until(() => deliveries().length >= expected);
      attempts = await Promise.all(cluster.servers.map(attemptsOf));
    };
    for (let n = 0; n < 1 || attempts.some((count) => count === 0); n += 1) await round(n);
    t.diagnostic(`attempts by process: ${attempts.join(', ')}`);
    await until(async () => (await cluster.store.webhooks.entregas.owed()).entregas === 0);
    const all = deliveries().map(({ path, headers, overlaps, bodyBase64 }) => {
      const { secuencia, datos }: Evento = JSON.parse(Buffer.from(bodyBase64, 'base64').toString());
      const [id, intento] = [headers['x-svc-id'], headers['x-svc-intento']];
      return {
        id: `${path} ${id}`,
        order: `${path} ${datos.pedido.id}`,
        intento,
        overlaps,
        secuencia,
      };
    });
    assert.equal(new Set(all.map(({ id }) => id)).size, expected);
    assert.equal(all.length, expected);
    assert.ok(all.every(({ intento, overlaps }) => intento === '1' && !overlaps));
    for (const [first, second] of Map.groupBy(all, ({ order }) => order).values()) {
      assert.ok(first && second && first.secuencia < second.secuencia);
    }
  });

  // Runs last, because it replaces the processes.
  test('they are replaced one after another under load: no request dies, no event is lost or doubled', async () => {
    await replaceOneByOne(cluster.rig, 1);
    const problems = [...(await verify(cluster.rig)), ...checkReplaced(cluster.rig)];
    assert.deepEqual(problems, []);
  });
});

const attemptsOf = async (server: Server): Promise<number> => {
  const text = await readMetrics(server);
  const counts = text.matchAll(/^comanda_webhook_attempts_total\{result="success".*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((a, b) => a + b, 0);
};
