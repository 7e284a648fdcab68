import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  type Evento,
  IMPORTADO,
  TIPOS_EVENTO,
  TIPOS_REGISTRADOS,
  type TipoRegistrado,
} from '../../../../src/contract/recursos/evento.ts';
import { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { parseEventId } from '../../../../src/domain/pedido/evento.ts';
import { column, columns, upTo } from '../../../support/columns.ts';
import {
  comando,
  momento,
  NOW,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { words } from '../../../support/values/words.ts';
import { accept, allPedidos, codes, type Engine, json, testOn, text } from '../harness.ts';

export const logConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: the log`, () => {
    test('one command stores the order, its history and its event together', async (store) => {
      const [id = ''] = await accept(store, [comando.crear(samplePedido(), { usuario: 'Begoña' })]);

      const pedido = json<Pedido>((await store.pedidos.get(RESTAURANTE_ID, id))?.body);
      assert.equal(pedido.id, id);
      assert.equal(pedido.estado, 'pendiente');
      assert.equal(pedido.numero, '20261115-1');
      const [entrada] = (await store.pedidos.history(RESTAURANTE_ID, id)) ?? [];
      assert.deepEqual(json(entrada ?? null), {
        momento: NOW,
        accion: 'creado',
        origen: 'sistema',
        usuario: 'Begoña',
        detalle: {},
      });
      const [event] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const evento = json<Evento>(event?.body ?? null);
      assert.equal(evento.tipo, 'pedido.nuevo');
      assert.equal(evento.secuencia, 1);
      assert.deepEqual(evento.datos.pedido, pedido);
      assert.equal(event?.id, evento.id);
    });

    test('the stored bytes are those of the planned JSON', async (store) => {
      const instrucciones = 'tamaño 🍕 "comillas" \\ \n \u0000 \ud800 ñ\u2028';
      const [id = ''] = await accept(store, [comando.crear(samplePedido({ instrucciones }))]);
      const stored = text((await store.pedidos.get(RESTAURANTE_ID, id))?.body) ?? '';
      assert.equal((JSON.parse(stored) as Pedido).instrucciones, instrucciones);
      assert.equal(stored, JSON.stringify(JSON.parse(stored)));
      assert.deepEqual(Object.keys(JSON.parse(stored)), Object.keys(Pedido.properties));
      const [event] = await store.log.events(RESTAURANTE_ID, 0, 1);
      assert.ok(text(event?.body ?? null)?.includes(`"pedido":${stored},`));
    });

    test('a refused command undoes no other command of its batch', async (store) => {
      const answers = await store.log.commit(RESTAURANTE_ID, [
        comando.crear(samplePedido({ id: 'ped_a' })),
        comando.avanzar('ped_falta', 'listo'),
        comando.crear(samplePedido({ id: 'ped_a' })),
        comando.avanzar('ped_a', 'entregado'),
        comando.avanzar('ped_a', 'confirmado'),
        comando.crear(samplePedido({ id: 'ped_b' })),
      ]);
      const expected = words('ok no_encontrado conflicto ok transicion_invalida ok');
      assert.deepEqual(codes(answers), expected);
      const states = (await allPedidos(store)).map((pedido) => [pedido.id, pedido.estado]);
      assert.deepEqual(states, [
        ['ped_b', 'pendiente'],
        ['ped_a', 'entregado'],
      ]);
      assert.equal((await store.log.events(RESTAURANTE_ID, 0, 10)).length, 3);
    });

    test('an order goes on across commits and across stores', async (store, { another }) => {
      const other = await another();
      const [id = ''] = await accept(store, [comando.crear()]);
      await accept(other, [comando.avanzar(id, 'confirmado', { momento: momento(1) })]);
      await accept(store, [comando.avanzar(id, 'en_preparacion', { momento: momento(2) })]);
      await accept(other, [comando.anotar(id, { instrucciones: 'Al portal' })]);
      await accept(store, [comando.avanzar(id, 'entregado', { momento: momento(30) })]);

      const pedido = json<Pedido>((await store.pedidos.get(RESTAURANTE_ID, id))?.body);
      assert.equal(pedido.estado, 'entregado');
      assert.equal(pedido.aceptado_en, momento(1));
      assert.equal(pedido.entregado_en, momento(30));
      assert.equal(pedido.instrucciones, 'Al portal');
      const acciones = ((await other.pedidos.history(RESTAURANTE_ID, id)) ?? []).map(
        (entrada) => json<{ accion: string }>(entrada).accion,
      );
      assert.deepEqual(acciones, words('creado confirmado en_preparacion anotado entregado'));
      const eventos = await store.log.events(RESTAURANTE_ID, 0, 10);
      assert.deepEqual(columns(eventos, 'secuencia', 'tipo'), [
        [1, 'pedido.nuevo'],
        [2, 'pedido.aceptado'],
        [3, 'pedido.estado_cambiado'],
        [4, 'pedido.estado_cambiado'],
        [5, 'pedido.entregado'],
      ]);
    });

    test('sequences have no gap when two stores commit at the same time', async (store, bench) => {
      const other = await bench.another();
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          accept(i % 2 === 0 ? store : other, [comando.crear(), comando.crear()]),
        ),
      );
      const eventos = await store.log.events(RESTAURANTE_ID, 0, 1_000);
      assert.deepEqual(column(eventos, 'secuencia'), upTo(80));
      const numeros = (await allPedidos(store)).map((pedido) => pedido.numero);
      assert.equal(new Set(numeros).size, 80);
      assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 80);
    });

    test('each restaurant has its own sequence, orders and log tag', async (store) => {
      const otherId = 'rest_otro';
      await store.cuentas.save(sampleRestaurante({ id: otherId }), { ingesta: true });
      const [id = ''] = await accept(store, [comando.crear()]);
      await accept(store, [comando.crear(samplePedido(), { restaurante_id: otherId })], otherId);
      const foreign = [comando.avanzar(id, 'listo', { restaurante_id: otherId })];
      assert.deepEqual(codes(await store.log.commit(otherId, foreign)), ['no_encontrado']);
      assert.equal(await store.pedidos.get(otherId, id), null);
      assert.equal(await store.pedidos.history(otherId, id), null);
      assert.equal((await allPedidos(store, otherId)).length, 1);
      const [event] = await store.log.events(otherId, 0, 10);
      assert.equal(event?.secuencia, 1);
      const tags = [RESTAURANTE_ID, otherId].map(async (each) => {
        const [first] = await store.log.events(each, 0, 1);
        const position = await store.log.position(each);
        assert.equal(parseEventId(first?.id ?? '')?.logTag, position?.logTag);
        return position?.logTag;
      });
      const [mine, theirs] = await Promise.all(tags);
      assert.notEqual(mine, theirs);
    });

    test('commands with the same clave are carried out once, also from two stores at once', async (store, bench) => {
      const other = await bench.another();
      const once = [comando.crear(samplePedido(), { clave: 'pedido-77' })];
      const answers = await Promise.all([
        store.log.commit(RESTAURANTE_ID, once),
        other.log.commit(RESTAURANTE_ID, once),
        store.log.commit(RESTAURANTE_ID, once),
      ]);
      assert.deepEqual(answers[1], answers[0]);
      assert.deepEqual(answers[2], answers[0]);
      assert.deepEqual(codes(answers.flat()), ['ok', 'ok', 'ok']);
      assert.equal((await allPedidos(store)).length, 1);
      assert.equal((await store.log.events(RESTAURANTE_ID, 0, 10)).length, 1);
    });

    test('an imported order keeps its history and has an event for those who name it', async (store) => {
      const [id = ''] = await accept(store, [comando.importar()]);
      const stored = json<Pedido>((await store.pedidos.get(RESTAURANTE_ID, id))?.body);
      assert.deepEqual(stored, samplePedidoEntero());
      assert.equal((await store.pedidos.history(RESTAURANTE_ID, id))?.length, 3);
      const read = async (tipos: readonly TipoRegistrado[]) =>
        (await store.log.events(RESTAURANTE_ID, 0, 10, { tipos, upTo: 10 })).map(
          ({ body }) => json<Evento>(body).datos.pedido,
        );
      assert.deepEqual(await read([IMPORTADO]), [samplePedidoEntero()]);
      assert.deepEqual(await read(TIPOS_REGISTRADOS), [samplePedidoEntero()]);
      assert.deepEqual(await read(TIPOS_EVENTO), []);
      assert.deepEqual(codes(await store.log.commit(RESTAURANTE_ID, [comando.importar()])), [
        'conflicto',
      ]);
    });

    test('readers pass over any number of imports, and the sequence has no gap', async (store) => {
      const past = (n: number) => comando.importar(samplePedido({ id: `ped_antes_${n}` }), []);
      await accept(store, [comando.crear(), past(1), past(2), comando.crear(), past(3)]);
      const sequences = async (tipos: readonly TipoRegistrado[], limit = 10) =>
        column(await store.log.events(RESTAURANTE_ID, 0, limit, { tipos, upTo: 10 }), 'secuencia');
      assert.deepEqual(await sequences(TIPOS_REGISTRADOS), [1, 2, 3, 4, 5]);
      assert.deepEqual(await sequences(TIPOS_EVENTO), [1, 4]);
      assert.deepEqual(await sequences(['pedido.nuevo']), [1, 4]);
      assert.deepEqual(await sequences(['pedido.nuevo', IMPORTADO], 3), [1, 2, 3]);
    });

    test('orders for an unknown restaurant or one without ingestion are refused', async (store) => {
      await store.cuentas.save(sampleRestaurante(), { ingesta: false });
      assert.deepEqual(codes(await store.log.commit(RESTAURANTE_ID, [comando.crear()])), [
        'ingesta_no_habilitada',
      ]);
      const stray = comando.crear(samplePedido(), { restaurante_id: 'rest_nadie' });
      assert.deepEqual(codes(await store.log.commit('rest_nadie', [stray])), ['no_encontrado']);
      assert.equal(await store.log.position('rest_nadie'), null);
      await store.cuentas.save(sampleRestaurante({ id: 'rest_nadie' }), {});
      assert.equal((await store.log.position('rest_nadie'))?.secuencia, 0);
    });

    test('acknowledged orders are there when the database is opened again', async (store, bench) => {
      const [id = ''] = await accept(store, [comando.crear()]);
      await store.close();
      const reopened = await bench.another();
      assert.notEqual(await reopened.pedidos.get(RESTAURANTE_ID, id), null);
      await accept(reopened, [comando.avanzar(id, 'listo')]);
      assert.equal((await reopened.log.position(RESTAURANTE_ID))?.secuencia, 2);
    });
  });
};
