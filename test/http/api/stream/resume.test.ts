import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseEventId } from '../../../../src/domain/pedido/evento.ts';
import type { StoredEvent } from '../../../../src/storage/port/log.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import type { Listen } from '../../../support/stream-reader.ts';
import { until } from '../../../support/until.ts';
import { startApi } from '../start-api.ts';

const OTHER_ID = 'rest_otro';
const orders = (count: number) => comando.crearVarios(count);

describeOnEngines('resuming a stream', async (engine) => {
  const { service, listen, carryOut } = await startApi({ after }, engine);
  await carryOut(...orders(130));
  const stored = (): Promise<StoredEvent[]> => service.store.log.events(RESTAURANTE_ID, 0, 10_000);

  /** Connects, waits for the first ping's verdict, lets one more event happen and reads up to it. */
  const resume = async (how: Listen) => {
    const stream = await listen(how);
    await until(() => stream.pings().length > 0);
    const firstId = stream.events[0]?.id;
    const [ping] = stream.pings();
    await carryOut(comando.crear());
    const newest = (await stored()).at(-1);
    await until(() => stream.eventos().at(-1)?.id === newest?.id);
    stream.close();
    return { ping, firstId, eventos: stream.eventos() };
  };

  test('with the newest id: events from now on, without loss', async () => {
    const head = (await stored()).at(-1)?.id ?? '';
    const { ping, eventos } = await resume({ lastEventId: head });
    assert.partialDeepStrictEqual(ping, { reanudacion: 'continuada', desde: head, hasta: head });
    assert.equal(eventos.length, 1);
  });

  test('with an old id: everything after it, each once and in order', async () => {
    for (const at of [0, 1, 49, 50, 51, 99]) {
      const before = await stored();
      const { id = '', secuencia = 0 } = before[at] ?? {};
      const { ping, firstId, eventos } = await resume({ lastEventId: id });
      assert.partialDeepStrictEqual(ping, {
        reanudacion: 'continuada',
        desde: id,
        hasta: before.at(-1)?.id,
      });
      assert.equal(firstId, id, 'nothing has been looked at yet');
      assert.deepEqual(column(eventos, 'id'), column((await stored()).slice(secuencia), 'id'));
    }
  });

  test('the id may come as a parameter; the header wins', async () => {
    const all = await stored();
    const [first, second] = [all[0]?.id ?? '', all[1]?.id ?? ''];
    const byQuery = await resume({ query: { 'Last-Event-ID': first } });
    assert.equal(byQuery.ping?.desde, first);
    const both = await resume({ query: { 'Last-Event-ID': first }, lastEventId: second });
    assert.equal(both.ping?.desde, second);
    const byLibrary = await resume({ query: { 'Last-Event-ID': first, lastEventId: second } });
    assert.equal(byLibrary.ping?.desde, second, 'the address still has the first id');
    const empty = await resume({ query: { 'Last-Event-ID': '' }, lastEventId: '' });
    assert.equal(empty.ping?.reanudacion, 'nueva');
  });

  test('with a filter: only the missed events of its types', async () => {
    const [id = ''] = await carryOut(comando.crear());
    await carryOut(comando.avanzar(id, 'confirmado'), ...orders(60));
    await carryOut(comando.cancelar(id));
    const first = (await stored())[0]?.id ?? '';
    const eventos = 'pedido.aceptado,pedido.cancelado';
    const stream = await listen({ lastEventId: first, eventos });
    assert.deepEqual(column(await stream.untilEventos(2), 'tipo'), eventos.split(','));
    stream.close();
  });

  test('with an id that cannot be: live events only, and it says so', async () => {
    await carryOut(comando.guardarRestaurante(sampleRestaurante({ id: OTHER_ID })));
    await carryOut(comando.crear(samplePedido(), { restaurante_id: OTHER_ID }));
    const [foreign] = await service.store.log.events(OTHER_ID, 0, 1);
    const own = (await stored())[3]?.id ?? '';
    const replaced = own.slice(0, -4) + (own.endsWith('0000') ? '1111' : '0000');
    const future = `${own.slice(0, 4)}zz${own.slice(6)}`;
    assert.ok((parseEventId(future)?.secuencia ?? 0) > 1_000_000);
    const cases = { foreign: foreign?.id ?? '', garbage: 'hola', replaced, future, '%': '%zz' };
    for (const [name, lastEventId] of Object.entries(cases)) {
      const head = (await stored()).at(-1)?.id;
      const { ping, eventos } = await resume({ lastEventId });
      assert.partialDeepStrictEqual(
        ping,
        { reanudacion: 'reiniciada', desde: head, hasta: head },
        name,
      );
      assert.equal(eventos.length, 1, name);
    }
  });

  test('with an id from before the retention: all that is kept, and it says so', async () => {
    const before = await stored();
    const [oldest] = before;
    const pruned = await service.store.log.prune(RESTAURANTE_ID, Date.now() + 1e12, 20);
    assert.equal(pruned, 20);
    const kept = before.slice(20);
    // The newest deleted event: a client that has it has missed nothing.
    const edge = await resume({ lastEventId: before[19]?.id ?? '' });
    assert.equal(edge.ping?.reanudacion, 'continuada');
    assert.equal(edge.eventos[0]?.id, kept[0]?.id);

    const old = await resume({ lastEventId: oldest?.id ?? '' });
    assert.partialDeepStrictEqual(old.ping, { reanudacion: 'reiniciada', desde: null });
    assert.equal(old.firstId, '', 'no position is claimed');
    assert.deepEqual(column(old.eventos, 'id'), column(await stored(), 'id'));
    const only = await listen({ lastEventId: oldest?.id ?? '', eventos: 'pedido.cancelado' });
    assert.equal((await only.untilEventos(1)).length, 1);
    only.close();
  });
});

test('a log without any event begins with its first', async (t) => {
  const { ask, listen, carryOut } = await startApi(t);
  const stream = await listen();
  const strange = await listen({ lastEventId: 'evt_x' });
  for (const each of [stream, strange]) {
    await until(() => each.pings().length > 0);
    assert.partialDeepStrictEqual(each.pings()[0], { desde: null, hasta: null });
  }
  // A client that is cut off before its first event still has a position to resume from.
  const before = stream.lastId();
  const early = await listen({ lastEventId: before });
  await until(() => early.pings().length > 0);
  assert.equal(early.pings()[0]?.reanudacion, 'continuada');
  assert.equal(stream.pings()[0]?.reanudacion, 'nueva');
  assert.equal(strange.pings()[0]?.reanudacion, 'reiniciada');
  await carryOut(comando.crear());
  const late = await listen({ lastEventId: before });
  for (const each of [stream, strange, early, late]) {
    const [first] = await each.untilEventos(1);
    assert.equal(first?.secuencia, 1);
  }
  assert.equal(late.pings()[0]?.reanudacion, 'continuada');
  const { body } = await ask(`/eventos?despues_de=${before}`);
  assert.partialDeepStrictEqual(body, { datos: [{ secuencia: 1 }] });
});
