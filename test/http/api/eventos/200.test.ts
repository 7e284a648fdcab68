import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Evento } from '../../../../src/contract/recursos/evento.ts';
import type { Paginacion } from '../../../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { RUTAS } from '../../../../src/contract/rutas/rutas.ts';
import { readQuery } from '../../../../src/http/api/query.ts';
import { listEventos } from '../../../../src/http/api/recursos/eventos.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { apiRequest } from '../api-request.ts';
import { startApi } from '../start-api.ts';

interface PaginaEventos {
  datos: Evento[];
  paginacion: Paginacion;
}

const behind = (id: string | null) => (id === null ? '' : `&despues_de=${id}`);

describeOnEngines('GET /eventos', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  const read = async <B>(path: string) => {
    const { status, text, body } = await ask<B>(path);
    assert.equal(status, 200, text);
    return body;
  };
  const feed = (query: string) => read<PaginaEventos>(`/eventos${query}`);
  const newestId = async () => (await feed('?despues_de=ultimo')).paginacion.siguiente;

  test('before the first event: nothing, from the beginning or the end', async () => {
    for (const query of ['', '?despues_de=ultimo', '?limite=1']) {
      const { datos, paginacion } = await feed(query);
      assert.deepEqual(datos, []);
      assert.partialDeepStrictEqual(paginacion, { siguiente: null, anterior: null });
      assert.equal(paginacion.total_aprox, 0);
    }
  });

  test('the stored events in order, page by page, and the last id again at the end', async () => {
    const ids = await carryOut(...comando.crearVarios(60));
    await carryOut(...ids.slice(0, 10).map((id) => comando.avanzar(id, 'confirmado')));
    const stored = await service.store.log.events(RESTAURANTE_ID, 0, 1_000);
    const found: Evento[] = [];
    let position: string | null = null;
    for (const limite of [1, 25, 7, 100, 100]) {
      const page: PaginaEventos = await feed(`?limite=${limite}${behind(position)}`);
      const { datos, paginacion } = page;
      assert.equal(paginacion.limite, limite);
      assert.equal(paginacion.total_aprox, 70 - found.length);
      found.push(...datos);
      position = paginacion.siguiente;
      assert.equal(position, found.at(-1)?.id);
    }
    assert.deepEqual(
      found.map((evento) => JSON.stringify(evento)),
      stored.map(({ body }) => Buffer.from(body).toString()),
    );
    const end = await feed(`?despues_de=${position}`);
    assert.deepEqual(end, {
      datos: [],
      paginacion: { limite: 25, siguiente: position, anterior: null, total_aprox: 0 },
    });
    assert.equal(await newestId(), position);
    assert.equal((await feed('')).datos[0]?.secuencia, 1);
  });

  test('a filter skips what it does not name, and the position moves past it', async () => {
    const start = await newestId();
    const [id = ''] = await carryOut(comando.crear());
    await carryOut(...comando.crearVarios(30), comando.cancelar(id), comando.crear());
    const query = (position: string | null, more = '') =>
      `?eventos=pedido.cancelado,pedido.aceptado${more}${behind(position)}`;
    const page = await feed(query(start));
    assert.deepEqual(column(page.datos, 'tipo'), ['pedido.cancelado']);
    const { siguiente } = page.paginacion;
    assert.equal(siguiente, await newestId());
    const full = await feed(query(start, '&limite=1'));
    assert.equal(full.paginacion.siguiente, full.datos[0]?.id);
    const done = await feed(query(siguiente));
    assert.deepEqual([done.datos, done.paginacion.siguiente], [[], siguiente]);
  });

  test('imports are for those who name them; others get full pages and move past them', async () => {
    const start = await newestId();
    const past = (n: number) => comando.importar(samplePedido({ id: `ped_antes_${n}` }), []);
    const many = Array.from({ length: 30 }, (_, i) => past(i));
    await carryOut(comando.crear(), ...many, comando.crear(), past(98), past(99));
    const end = await newestId();
    for (const eventos of ['', 'eventos=*&', 'eventos=pedido.*&', 'eventos=pedido.nuevo&']) {
      const { datos, paginacion } = await feed(`?${eventos}limite=2${behind(start)}`);
      assert.deepEqual(column(datos, 'tipo'), ['pedido.nuevo', 'pedido.nuevo']);
      const rest = await feed(`?${eventos}limite=2${behind(paginacion.siguiente)}`);
      assert.deepEqual([rest.datos, rest.paginacion.siguiente], [[], end]);
    }
    const named = await feed(`?eventos=pedido.importado&limite=100${behind(start)}`);
    assert.equal(named.datos.length, 32);
    const all = await feed(`?eventos=pedido.*&eventos=pedido.importado&limite=100${behind(start)}`);
    assert.equal(all.datos.length, 34);
    assert.deepEqual(all.datos[1]?.datos.pedido, await read<Pedido>('/pedidos/ped_antes_0'));
  });

  test('an event is not skipped because all before it were deleted meanwhile', async () => {
    const { log } = service.store;
    const { llave } = await service.makeLlave();
    const [id = ''] = await carryOut(...comando.crearVarios(2_000));
    await carryOut(comando.cancelar(id));
    const newest = await newestId();
    const handle = listEventos({
      log: {
        ...log,
        async events(...asked) {
          const found = await log.events(...asked);
          const [, , , only] = asked;
          if (only !== undefined) await log.prune(RESTAURANTE_ID, Date.now() + 1e12, 10_000);
          return found;
        },
      },
    });
    const query = readQuery('eventos=pedido.cancelado', RUTAS.listarEventos.query);
    const { body } = await handle(apiRequest({ llave, query }));
    const { datos }: PaginaEventos = JSON.parse(Buffer.from(body).toString());
    assert.deepEqual(column(datos, 'id'), [newest]);
  });
});
