import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { carryOut } from '../http/api/world.ts';
import { describeOnEngines } from '../support/engines.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { startServiceOn } from '../support/service.ts';
import { openStream, type StreamReader } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';

const BATCHES = 12;
const BATCH = 20;

describeOnEngines('joining while the log moves fast', async (engine) => {
  const service = await startServiceOn(engine, { after });
  await carryOut(service, comando.guardarRestaurante(), comando.crear());

  test('every stream has each event after its beginning once and in order', async () => {
    const [first] = await service.store.log.events(RESTAURANTE_ID, 0, 1);
    const tokens = await Promise.all([1, 2, 3].map(async () => (await service.makeLlave()).token));
    const streams: StreamReader[] = [];
    const join = async (i: number, lastEventId?: string) => {
      const token = tokens[i % tokens.length] ?? '';
      streams.push(
        await openStream(service.publicUrl, {
          token,
          ...(lastEventId !== undefined && { lastEventId }),
          ...(i % 4 === 3 && { eventos: 'pedido.nuevo' }),
        }),
      );
    };
    const batch = comando.crearVarios(BATCH);
    const joins: Promise<void>[] = [];
    for (let round = 0; round < BATCHES; round += 1) {
      // Half of the streams begin at the very beginning, half at the current end.
      if (round % 2 === 0) joins.push(join(round, round % 4 === 0 ? first?.id : undefined));
      await Promise.all([carryOut(service, ...batch), carryOut(service, ...batch)]);
    }
    await Promise.all(joins);
    // For a stream that joined after the last batch, this is the only event.
    await carryOut(service, comando.crear());
    const total = 2 + 2 * BATCHES * BATCH;
    for (const stream of streams) {
      await until(() => stream.eventos().at(-1)?.secuencia === total || stream.isOver());
      const sequences = stream.eventos().map(({ secuencia }) => secuencia);
      const from = sequences[0] ?? 0;
      assert.deepEqual(
        sequences,
        Array.from({ length: total - from + 1 }, (_, i) => from + i),
      );
      const [ping] = stream.pings();
      if (ping?.reanudacion === 'continuada') assert.equal(from, 2);
      stream.close();
    }
    assert.equal(streams.length, BATCHES / 2);
  });
});
