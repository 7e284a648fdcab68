import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { comando, NOW_MS, RESTAURANTE_ID } from '../../../support/samples.ts';
import { openStream } from '../../../support/stream-reader.ts';
import { until } from '../../../support/until.ts';
import { openDoor } from '../door.ts';

describe('the time of a stream', () => {
  test('a ping every 25 seconds, with the position that was looked at last', async (t) => {
    const { publicUrl, clock, store, makeToken } = await openDoor(t);
    const token = await makeToken();
    const all = await openStream(publicUrl, { token });
    const none = await openStream(publicUrl, { token, eventos: 'pedido.rechazado' });
    for (const stream of [all, none]) await until(() => stream.pings().length === 1);
    for (let round = 2; round <= 5; round += 1) {
      await store.log.commit(RESTAURANTE_ID, [comando.crear()]);
      await all.untilEventos(round - 1);
      const newest = all.eventos().at(-1)?.id;
      clock.advance(25_000);
      for (const stream of [all, none]) {
        await until(() => stream.pings().length === round);
        const ping = stream.pings().at(-1);
        assert.partialDeepStrictEqual(ping, { reanudacion: 'nueva', desde: null, hasta: newest });
        assert.equal(ping?.momento, new Date(NOW_MS + (round - 1) * 25_000).toISOString());
        assert.equal(stream.lastId(), newest, 'also where the filter lets nothing through');
      }
    }
    assert.deepEqual(none.eventos(), []);
  });

  test('it ends with its key, to the millisecond of the clock', async (t) => {
    const { publicUrl, clock, store, lines, makeToken } = await openDoor(t);
    const stream = await openStream(publicUrl, { token: await makeToken() });
    await until(() => stream.pings().length === 1);
    const [llave] = await store.llaves.list(null);
    assert.ok(llave);
    const successor = { llave: { ...llave, id: 'llv_otra' }, hash: 'otra' };
    await store.llaves.rotate(llave, successor, clock.now() + 20_000, auditEntry());
    clock.advance(19_999);
    await wait(900);
    assert.ok(!stream.isOver());
    clock.advance(1);
    await stream.untilOver();
    await until(() => lines.some(({ reason }) => reason === 'key'));
  });

  test('it ends after five minutes, give or take a tenth, not all at once', async (t) => {
    const { publicUrl, clock, makeToken } = await openDoor(t);
    const tokens = [await makeToken(), await makeToken()];
    const streams = await Promise.all(
      Array.from({ length: 40 }, (_, i) => openStream(publicUrl, { token: tokens[i % 2] ?? '' })),
    );
    for (const stream of streams) await until(() => stream.pings().length > 0);
    const over = () => streams.filter((stream) => stream.isOver()).length;
    clock.advance(4.5 * 60_000 - 1);
    await until(() => streams.every((stream) => stream.pings().length === 2));
    assert.equal(over(), 0);
    clock.advance(30_000);
    await until(() => over() > 5);
    await wait(450);
    assert.ok(over() < 35, `${over()} of 40 after five minutes`);
    clock.advance(30_001);
    await until(() => over() === 40);
  });
});
