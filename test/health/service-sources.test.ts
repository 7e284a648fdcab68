import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TipoCondicion } from '../../src/contract/avisos/condicion.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time.ts';
import { makeServiceSources, PROCESS_LEASE } from '../../src/health/sources/service.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { auditEntry, type Bench, makeBench } from '../storage/conformance/harness.ts';
import { makeTestClock } from '../support/clock.ts';
import { describeOnEngines } from '../support/engines.ts';
import { mountSmall } from '../support/machine/small-disk.ts';
import { makeEvaluation } from './evaluation.ts';

/** One condition of the service, under the control of a test. */
const makeService = (
  bench: Bench,
  tipo: TipoCondicion,
  {
    dataDir = null,
    publicUrl = null,
  }: Partial<Record<'dataDir' | 'publicUrl', string | null>> = {},
) => {
  const clock = makeTestClock();
  clock.set(Date.now());
  bench.clock.set(Date.now());
  const replica = { lagMs: null as number | null };
  const sources = makeServiceSources({
    ...{ store: bench.store.health, clock, dataDir: dataDir ?? '/', publicUrl },
    replicaLagMs: () => replica.lagMs,
  }).filter(({ tipos }) => tipos.includes(tipo));
  const health = makeEvaluation(bench, { sources });
  return {
    clock,
    replica,
    /** The conditions of the service after the next look. */
    async open(): Promise<string[]> {
      bench.clock.advance(MINUTE_MS);
      await health.pass();
      return health.open(null);
    },
  };
};

describeOnEngines('conditions of the service', (engine) => {
  test('a disk that is nearly full, until there is room again', async (t) => {
    const dataDir = await mountSmall(t, 4);
    if (dataDir === null) return t.diagnostic('not tried: nothing can be mounted here');
    await using bench = await makeBench(ENGINE[engine]);
    const service = makeService(bench, 'disco_lleno', { dataDir });
    assert.deepEqual(await service.open(), []);
    const filler = join(dataDir, 'filler');
    await writeFile(filler, Buffer.alloc(3_800 * 1_024));
    assert.deepEqual(await service.open(), ['disco_lleno']);
    await writeFile(filler, '');
    assert.deepEqual(await service.open(), []);
  });

  test('an old backup, until there is a new one', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const service = makeService(bench, 'copia_antigua');
    assert.deepEqual(await service.open(), []);
    const backup = (momentoMs: number, accion = 'copia.hecha') =>
      bench.store.auditoria.add(auditEntry({ accion, momentoMs }));
    await backup(bench.clock.now() - DAY_MS);
    assert.deepEqual(await service.open(), ['copia_antigua']);
    await backup(bench.clock.now(), 'copia.fallida');
    assert.deepEqual(await service.open(), ['copia_antigua']);
    await backup(bench.clock.now());
    assert.deepEqual(await service.open(), []);
  });

  test('a process that went without releasing its lease, until another has taken its place', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const service = makeService(bench, 'proceso_perdido');
    const { health } = bench.store;
    const leaseOf = (name: string) => `${PROCESS_LEASE}${name}`;
    await health.hold(leaseOf('vivo:2'), 'vivo', HOUR_MS);
    assert.deepEqual(await service.open(), []);
    await health.hold(leaseOf('muerto:1'), 'muerto', -SECOND_MS);
    assert.deepEqual(await service.open(), ['proceso_perdido']);
    bench.clock.advance(5 * MINUTE_MS);
    assert.deepEqual(await service.open(), []);
    assert.equal((await health.leases(PROCESS_LEASE)).length, 1);
  });

  test('a replica that is a minute behind, until it has caught up', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const service = makeService(bench, 'replica_atrasada');
    for (const [lagMs, expected] of [
      [59 * SECOND_MS, []],
      [61 * SECOND_MS, ['replica_atrasada']],
      [SECOND_MS, []],
    ] as const) {
      service.replica.lagMs = lagMs;
      assert.deepEqual(await service.open(), expected);
    }
  });

  test('a clock that is off by more than five seconds against the database, until it is right', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const service = makeService(bench, 'reloj_desviado');
    // SQLite has no clock but that of this machine.
    const isOff = engine === 'PostgreSQL' ? ['reloj_desviado'] : [];
    for (const [offMs, expected] of [
      [0, []],
      [-10 * MINUTE_MS, isOff],
      [10 * MINUTE_MS, isOff],
      [0, []],
    ] as const) {
      service.clock.set(Date.now() + offMs);
      assert.deepEqual(await service.open(), expected);
    }
  });

  test('PUBLIC_URL that nobody reaches for five minutes, until somebody does', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    let status = 200;
    const proxy = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    t.after(() => new Promise<void>((resolve) => proxy.close(() => resolve())));
    const { port } = proxy.address() as AddressInfo;
    const service = makeService(bench, 'url_publica_inaccesible', {
      publicUrl: `http://127.0.0.1:${port}`,
    });
    assert.deepEqual(await service.open(), []);
    status = 502;
    service.clock.advance(4 * MINUTE_MS);
    assert.deepEqual(await service.open(), []);
    service.clock.advance(2 * MINUTE_MS);
    assert.deepEqual(await service.open(), ['url_publica_inaccesible']);
    status = 200;
    assert.deepEqual(await service.open(), []);
  });
});
