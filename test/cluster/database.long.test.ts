import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { verify } from '../../faults/model/verify.ts';
import { makeCleanup } from '../../faults/rig/cleanup.ts';
import { checkRefusals, failOver, prepareFailover } from '../../faults/scenarios/failover.ts';
import type { Estado } from '../../src/contract/recursos/pedido.ts';
import type { Resumen } from '../../src/contract/recursos/resumen.ts';
import { makePools } from '../../src/storage/engines/postgres/driver/pools.ts';
import { type Client, makeClient, type PaginaPedidos, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { exitAfterTests } from '../support/machine/exit.ts';
import { query } from '../support/postgres/query.ts';
import { comando, samplePedido } from '../support/samples.ts';
import { readMetric } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';
import { inTurn, PROCESSES, startCluster } from './cluster.ts';

exitAfterTests();

/** Uses of a key; its limit is 60 in a minute. */
const USES_MAX = 40;

describe('three processes that may read a replica', async () => {
  // Clean-up runs in reverse order: the processes end before their database does.
  const cleanup = makeCleanup();
  after(async () => cleanup[Symbol.asyncDispose]());
  const prepared = await prepareFailover(cleanup);
  const { pair, databaseUrl } = prepared;
  const env = { DATABASE_REPLICA_URL: pair.standby.url };
  const cluster = await startCluster(cleanup, { databaseUrl, env, databaseCrashes: true });
  const apis: Client[] = cluster.servers.map(({ publicUrl }) => makeClient(publicUrl));
  let [asked, uses, current] = [0, 0, ''];
  await cluster.command(0, comando.guardarRestaurante());

  /** A key with requests left. */
  const token = async (): Promise<string> => {
    if (uses % USES_MAX === 0) current = (await cluster.makeLlave()).token;
    uses += 1;
    return current;
  };
  /** Another beginning each time, long before the first order, so that no cache has the answer. */
  const uncachedQuery = () => {
    asked += 1;
    return `desde=${new Date(Date.UTC(2020, 0, 1) + asked).toISOString()}`;
  };
  const page = async (index: number) => {
    const ask = { token: await token() };
    return inTurn(apis, index)<PaginaPedidos>(`/pedidos?limite=100&${uncachedQuery()}`, ask);
  };

  const metric = (index: number, name: string): Promise<number> =>
    readMetric(inTurn(cluster.servers, index), name);
  const reads = (index: number, result: 'used' | 'behind' | 'failed') =>
    metric(index, `comanda_replica_reads_total{result="${result}"}`);
  const everyone = async (isUsed: boolean): Promise<void> => {
    for (let index = 0; index < PROCESSES; index += 1) {
      await until(async () => (await metric(index, 'comanda_replica_used')) === Number(isUsed));
    }
  };
  /** The process reads from its replica again, once that has caught up with the restaurant. */
  const isReadAgain = async (index: number): Promise<void> => {
    const used = await reads(index, 'used');
    await until(async () => {
      assert.equal((await page(index)).status, 200);
      return (await reads(index, 'used')) > used;
    });
  };

  /** Every process shows the order in its current state, and counts it. */
  const assertSeen = async (id: string, estado: Estado, known: { orders: number }) => {
    for (let index = 0; index < PROCESSES; index += 1) {
      const { status, body } = await page(index);
      assert.equal(status, 200);
      assert.equal(body.datos.find((each) => each.id === id)?.estado, estado);
      assert.ok(body.paginacion.total_aprox >= known.orders);
      const resumen = await inTurn(apis, index)<Resumen>('/resumen', { token: await token() });
      assert.ok(resumen.body.kpis.pedidos_total >= known.orders);
    }
  };

  test('read it when it is level with the primary', async () => {
    await cluster.command(1, comando.crear(samplePedido({ id: 'ped_0' })));
    await everyone(true);
    for (let index = 0; index < PROCESSES; index += 1) await isReadAgain(index);
    await until(async () => (await metric(0, 'comanda_replica_lag_seconds')) === 0);
  });

  test('what is heard, delivered or acknowledged is read at once, however late the replica is', async () => {
    // The delay of each commit on the replica.
    await query(pair.standby.url, `ALTER SYSTEM SET recovery_min_apply_delay = '300ms'`);
    await query(pair.standby.url, 'SELECT pg_reload_conf()');
    const { received, ports } = cluster.rig.receiver;
    const url = `http://127.0.0.1:${ports.http}/status/200/uno`;
    await create(withToken(inTurn(apis, 0), await token()), { url });
    const stream = await openStream(inTurn(cluster.servers, 1).publicUrl, { token: await token() });
    for (let n = 1; n <= 4; n += 1) {
      const id = `ped_${n}`;
      const known = { orders: n + 1 };
      const [created] = await cluster.command(n, comando.crear(samplePedido({ id })));
      await assertSeen(id, 'pendiente', known);
      await cluster.command(n + 1, comando.avanzar(id, 'confirmado'));
      if (n % 2 === 0) await until(() => stream.eventos().at(-1)?.datos.pedido.id === id);
      else
        await until(() =>
          received.some(({ headers }) => headers['x-svc-id'] === created?.evento_id),
        );
      await assertSeen(id, 'confirmado', known);
    }
    stream.close();
    await query(pair.standby.url, 'ALTER SYSTEM RESET recovery_min_apply_delay');
    await query(pair.standby.url, 'SELECT pg_reload_conf()');
    for (let index = 0; index < PROCESSES; index += 1) await isReadAgain(index);
  });

  test('the ETag of a page is the same from either, and never hides a change', async () => {
    const path = '/pedidos?limite=7';
    const tagOf = async (index: number, etag?: string) => {
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
      const reply = await inTurn(apis, index)(path, { token: await token(), headers });
      return { status: reply.status, etag: String(reply.headers.etag) };
    };
    await isReadAgain(0);
    const fromReplica = await tagOf(0);
    await query(pair.standby.url, 'SELECT pg_wal_replay_pause()');
    assert.equal((await tagOf(1, fromReplica.etag)).status, 304);
    await cluster.command(2, comando.crear());
    for (let index = 0; index < PROCESSES; index += 1) {
      assert.equal((await tagOf(index, fromReplica.etag)).status, 200);
    }
    const fromPrimary = await tagOf(1);
    await query(pair.standby.url, 'SELECT pg_wal_replay_resume()');
    await isReadAgain(2);
    assert.deepEqual(await tagOf(2, fromPrimary.etag), { ...fromPrimary, status: 304 });
  });

  test('a replica that does not replay is not read for changed restaurants until it does', async () => {
    await query(pair.standby.url, 'SELECT pg_wal_replay_pause()');
    await cluster.command(0, comando.crear(samplePedido({ id: 'ped_pausa' })));
    const behind = await reads(1, 'behind');
    await assertSeen('ped_pausa', 'pendiente', { orders: 7 });
    await until(async () => (await page(1)).status === 200 && (await reads(1, 'behind')) > behind);
    await until(async () => (await metric(1, 'comanda_replica_lag_seconds')) >= 1);
    await query(pair.standby.url, 'SELECT pg_wal_replay_resume()');
    for (let index = 0; index < PROCESSES; index += 1) await isReadAgain(index);
    await until(async () => (await metric(1, 'comanda_replica_lag_seconds')) === 0);
  });

  test('a replica that is gone or silent is left out, and no request notices', async (t) => {
    await pair.standby.down('SIGQUIT');
    const pages = await Promise.all(Array.from({ length: 12 }, (_, i) => page(i)));
    assert.ok(pages.every(({ status }) => status === 200));
    await everyone(false);
    await pair.standby.up();
    await everyone(true);
    for (let index = 0; index < PROCESSES; index += 1) await isReadAgain(index);

    pair.standby.pause();
    t.after(async () => pair.standby.resume());
    const silent = await Promise.all(Array.from({ length: 12 }, (_, i) => page(i)));
    assert.ok(silent.every(({ status }) => status === 200));
    await everyone(false);
    pair.standby.resume();
    await everyone(true);
  });

  test('nothing is read when the primary’s address leads to the replica', async () => {
    const { reader, lookups, bulk, counting, close } = makePools(pair.standby.url);
    for (const session of [reader, lookups, bulk, counting]) {
      await assert.rejects(session.rows('SELECT 1', []), /^StorageBusyError: .* is a standby/);
    }
    await close();
  });

  // Runs last: afterwards there is no standby any more.
  test('the primary is restarted, paused and replaced by the replica under load: nothing acknowledged is lost', async () => {
    await failOver(cluster.rig, prepared, { rounds: 1, pauseMs: 1_500 });
    const problems = [...(await verify(cluster.rig)), ...checkRefusals(cluster.rig)];
    assert.deepEqual(problems, []);
    // The former replica has a history of its own now, so that nobody reads from it.
    await everyone(false);
    const used = await reads(0, 'used');
    assert.equal((await page(0)).status, 200);
    assert.equal(await reads(0, 'used'), used);
  });
});
