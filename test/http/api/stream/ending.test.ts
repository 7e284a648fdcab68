import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALCANCES } from '../../../../src/contract/alcances.ts';
import { refusalOf } from '../../../../src/storage/accounts/revocations.ts';
import { llave } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, NOW_MS, sampleRestaurante } from '../../../support/samples.ts';
import { type Service, startServiceOn, startTwoProcesses } from '../../../support/service.ts';
import { openStream } from '../../../support/stream-reader.ts';
import { until, withinASecond } from '../../../support/until.ts';
import { carryOut } from '../world.ts';

describeOnEngines('streams whose key is no longer good', async (engine) => {
  // Two processes, where the engine allows it.
  const services: [Service, ...Service[]] =
    engine === 'SQLite'
      ? [await startServiceOn(engine, { after })]
      : await startTwoProcesses({ after });
  const [service] = services;
  await carryOut(service, comando.guardarRestaurante());

  /** A stream on each process, with the same key, and one of another key that must live on. */
  const openAll = async (llave: { token: string }) => {
    const other = await service.makeLlave();
    const urls = services.map(({ publicUrl }) => publicUrl);
    const streams = await Promise.all(urls.map((url) => openStream(url, { llave: llave.token })));
    const others = await Promise.all(urls.map((url) => openStream(url, { llave: other.token })));
    for (const each of [...streams, ...others]) await until(() => each.pings().length === 1);
    return { streams, others };
  };

  test('revoked: they end on every process, and coming back is a 401', async () => {
    const made = await service.makeLlave();
    const { streams, others } = await openAll(made);
    await service.revoke(made.llave.id);
    for (const stream of streams) await stream.untilOver();
    for (const { publicUrl } of services) {
      // A process on PostgreSQL learns of a change up to a tenth of a second late: until then it accepts a stream,
      // and ends it at once.
      await withinASecond(async () => {
        const again = await openStream(publicUrl, { llave: made.token });
        again.close();
        return again.status === 401;
      });
    }
    for (const other of others) {
      assert.ok(!other.isOver());
      other.close();
    }
  });

  test('expired: a rotation gives the old key its end', async () => {
    const rotated = await service.makeLlave();
    const { streams, others } = await openAll(rotated);
    await service.rotate(rotated.llave.id, 200);
    for (const stream of streams) await stream.untilOver();
    for (const other of others) other.close();
  });

  test('suspended: every stream of the restaurant ends, and resumes without loss', async () => {
    const made = await service.makeLlave();
    const { streams, others } = await openAll(made);
    const save = (activo: boolean) =>
      carryOut(service, comando.guardarRestaurante(sampleRestaurante(), { activo, ingesta: true }));
    await carryOut(service, comando.crear());
    for (const stream of streams) await stream.untilEventos(1);
    await save(false);
    for (const stream of [...streams, ...others]) await stream.untilOver();
    await carryOut(service, comando.crear(), comando.crear());
    await save(true);
    for (const [i, { publicUrl }] of services.entries()) {
      const lastEventId = streams[i]?.lastId() ?? '';
      await until(async () => {
        const again = await openStream(publicUrl, { llave: made.token, lastEventId });
        if (again.status !== 200) return false;
        assert.equal((await again.untilEventos(2)).length, 2);
        again.close();
        return true;
      });
    }
  });
});

test('a key that no longer has the scope, or no longer exists, ends them as well', () => {
  const alcances = ALCANCES.filter((each) => each !== 'stream.escuchar');
  const reason = (found: Parameters<typeof refusalOf>[0]) =>
    refusalOf(found, NOW_MS, 'stream.escuchar');
  assert.equal(reason({ llave: llave({ alcances: [...ALCANCES] }), activo: true }), null);
  assert.equal(reason({ llave: llave({ alcances }), activo: true }), 'llave_invalida');
  assert.equal(reason(undefined), 'llave_invalida');
});
