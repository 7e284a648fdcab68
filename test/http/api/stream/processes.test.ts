import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { upTo } from '../../../support/columns.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { startTwoProcesses } from '../../../support/service.ts';
import { openStream, type StreamReader } from '../../../support/stream-reader.ts';
import { until } from '../../../support/until.ts';
import { carryOut } from '../world.ts';

const sequencesOf = (...streams: StreamReader[]): number[] =>
  streams.flatMap((stream) => stream.eventos().map(({ secuencia }) => secuencia));

describe('two processes on one PostgreSQL', async () => {
  const [one, two] = await startTwoProcesses({ after });
  await carryOut(one, comando.guardarRestaurante());

  test('a client that goes from one to the other misses nothing and gets nothing twice', async () => {
    const { token } = await one.makeLlave();
    await carryOut(one, ...comando.crearVarios(10));
    const first = (await one.store.log.events(RESTAURANTE_ID, 0, 1))[0]?.id ?? '';
    let lastEventId = first;
    const seen: StreamReader[] = [];
    for (const [i, service] of [one, two, one, two].entries()) {
      const stream = await openStream(service.publicUrl, { token, lastEventId });
      // Sent right after the stream has opened, through the other process.
      await carryOut(i % 2 === 0 ? two : one, comando.crear());
      const total = (await one.store.log.position(RESTAURANTE_ID))?.secuencia;
      await until(() => stream.eventos().at(-1)?.secuencia === total);
      assert.equal(stream.pings()[0]?.reanudacion, 'continuada');
      lastEventId = stream.lastId();
      stream.close();
      seen.push(stream);
    }
    assert.deepEqual(sequencesOf(...seen), upTo(14).slice(1));
  });

  test('20 streams of a key are 20 on both together, and those that end are free again', async () => {
    const { token } = await one.makeLlave();
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        openStream((i % 2 === 0 ? one : two).publicUrl, { token }),
      ),
    );
    const open = asked.filter(({ status }) => status === 200);
    assert.equal(open.length, 20);
    assert.ok(asked.every(({ status }) => status === 200 || status === 429));
    for (const stream of open.slice(0, 3)) stream.close();
    for (let i = 0; i < 3; i += 1) {
      await until(async () => {
        const stream = await openStream(two.publicUrl, { token });
        if (stream.status === 200) open.push(stream);
        // Each attempt counts against the rate limit, and few are left.
        else await wait(100);
        return stream.status === 200;
      });
    }
    for (const stream of open) stream.close();
  });
});

test('a process that stops ends its streams, and clients go on with another', async (t) => {
  const [one, two] = await startTwoProcesses(t);
  await carryOut(one, comando.guardarRestaurante());
  const { token } = await one.makeLlave();
  const streams = await Promise.all(
    Array.from({ length: 15 }, () => openStream(one.publicUrl, { token })),
  );
  await carryOut(two, comando.crear(), comando.crear());
  for (const stream of streams) await stream.untilEventos(2);
  const stopped = one.stop();
  await carryOut(two, comando.crear());
  for (const stream of streams) await stream.untilOver();
  await stopped;
  const [before] = streams;
  assert.ok(before);
  // The places of the stopped process are free at once.
  const again = await openStream(two.publicUrl, { token, lastEventId: before.lastId() });
  assert.equal(again.status, 200);
  await carryOut(two, comando.crear());
  await until(() => again.eventos().at(-1)?.secuencia === 4);
  assert.deepEqual(sequencesOf(before, again), upTo(4));
});
