import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Evento } from '../../../../src/contract/recursos/evento.ts';
import type { Paginacion } from '../../../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { column } from '../../../support/columns.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import type { Service } from '../../../support/service.ts';
import { ENGINES, startServiceOn } from '../../../support/service.ts';
import { type Client, makeClient, type PaginaPedidos } from '../client.ts';
import { carryOut } from '../world.ts';

interface PaginaEventos {
  datos: Evento[];
  paginacion: Paginacion;
}

/** As many keys as it takes: the limit of requests is not what is tested here. */
const makeReader = (service: Service, api: Client) => {
  let token = '';
  let left = 0;
  return async <B>(path: string) => {
    if (left === 0) {
      token = (await service.makeLlave()).token;
      left = 60;
    }
    left -= 1;
    const reply = await api<B>(path, { token });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
};

const behind = (id: string | null) => (id === null ? '' : `&despues_de=${id}`);

for (const engine of ENGINES) {
  describe(`GET /eventos on ${engine}`, async () => {
    const service = await startServiceOn(engine, { after });
    const api = makeClient(service.publicUrl);
    const read = makeReader(service, api);
    await carryOut(service, comando.guardarRestaurante());

    test('before the first event: nothing, from the beginning or the end', async () => {
      for (const path of ['/eventos', '/eventos?despues_de=ultimo', '/eventos?limite=1']) {
        const { datos, paginacion } = await read<PaginaEventos>(path);
        assert.deepEqual(datos, []);
        assert.partialDeepStrictEqual(paginacion, { siguiente: null, anterior: null });
        assert.equal(paginacion.total_aprox, 0);
      }
    });

    test('the stored events in order, page by page, and the last id again at the end', async () => {
      const ids = await carryOut(service, ...Array.from({ length: 60 }, () => comando.crear()));
      await carryOut(service, ...ids.slice(0, 10).map((id) => comando.avanzar(id, 'confirmado')));
      const stored = await service.store.log.events(RESTAURANTE_ID, 0, 1_000);
      const found: Evento[] = [];
      let position: string | null = null;
      for (const limite of [1, 25, 7, 100, 100]) {
        const path: string = `/eventos?limite=${limite}${behind(position)}`;
        const { datos, paginacion }: PaginaEventos = await read<PaginaEventos>(path);
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
      const end = await read<PaginaEventos>(`/eventos?despues_de=${position}`);
      assert.deepEqual(end, {
        datos: [],
        paginacion: { limite: 25, siguiente: position, anterior: null, total_aprox: 0 },
      });
      assert.equal(
        (await read<PaginaEventos>('/eventos?despues_de=ultimo')).paginacion.siguiente,
        position,
      );
      const [first] = (await read<PaginaEventos>('/eventos')).datos;
      assert.equal(first?.secuencia, 1);
    });

    test('a poller that has everything is told so in a word', async () => {
      const { token } = await service.makeLlave();
      const { siguiente } = (await read<PaginaEventos>('/eventos?despues_de=ultimo')).paginacion;
      const path = `/eventos?despues_de=${siguiente}`;
      const etag = String((await api(path, { token })).headers.etag);
      const headers = { 'if-none-match': etag };
      assert.equal((await api(path, { token, headers })).status, 304);
      await carryOut(service, comando.crear());
      const { status, body } = await api<PaginaEventos>(path, { token, headers });
      assert.equal(status, 200);
      assert.equal(body.datos.length, 1);
    });

    test('a filter skips what it does not name, and the position moves past it', async () => {
      const start = (await read<PaginaEventos>('/eventos?despues_de=ultimo')).paginacion.siguiente;
      const [id = ''] = await carryOut(service, comando.crear());
      await carryOut(
        service,
        ...Array.from({ length: 30 }, () => comando.crear()),
        comando.cancelar(id),
        comando.crear(),
      );
      const path = (position: string | null, more = '') =>
        `/eventos?eventos=pedido.cancelado,pedido.aceptado${more}${behind(position)}`;
      const page = await read<PaginaEventos>(path(start));
      assert.deepEqual(column(page.datos, 'tipo'), ['pedido.cancelado']);
      const { siguiente } = page.paginacion;
      const newest = (await read<PaginaEventos>('/eventos?despues_de=ultimo')).paginacion.siguiente;
      assert.equal(siguiente, newest);
      const full = await read<PaginaEventos>(path(start, '&limite=1'));
      assert.equal(full.paginacion.siguiente, full.datos[0]?.id);
      const done = await read<PaginaEventos>(path(siguiente));
      assert.deepEqual([done.datos, done.paginacion.siguiente], [[], siguiente]);
    });

    test('position, then pages, then feed: a copy without a hole while orders change', async () => {
      let isOver = false;
      const change = async () => {
        const ids: string[] = [];
        for (let i = 0; !isOver; i += 1) {
          const some = ids
            .slice(-6)
            .map((id, n) =>
              n === 0
                ? comando.cancelar(id)
                : comando.anotar(id, { instrucciones: `vuelta ${i}.${n}` }),
            );
          const answers = await service.command(comando.crear(), comando.crear(), ...some);
          await new Promise((done) => setTimeout(done, 5));
          ids.push(...answers.slice(0, 2).flatMap(({ pedido_id }) => pedido_id ?? []));
        }
      };
      const changing = change();
      const copy = new Map<string, Pedido>();
      let position = (await read<PaginaEventos>('/eventos?despues_de=ultimo')).paginacion.siguiente;
      let cursor: string | null = null;
      do {
        const path: string = `/pedidos?limite=20${cursor === null ? '' : `&cursor=${cursor}`}`;
        const { datos, paginacion }: PaginaPedidos = await read<PaginaPedidos>(path);
        for (const pedido of datos) copy.set(pedido.id, pedido);
        cursor = paginacion.siguiente;
      } while (cursor !== null);
      /** Up to the end, or so many pages while there is no end in sight. */
      const follow = async (pagesMax: number) => {
        for (let pages = 0; pages < pagesMax; pages += 1) {
          const { datos, paginacion } = await read<PaginaEventos>(
            `/eventos?limite=100${behind(position)}`,
          );
          for (const { datos: change } of datos) copy.set(change.pedido.id, change.pedido);
          if (paginacion.siguiente === position) return;
          position = paginacion.siguiente;
        }
      };
      await follow(10);
      isOver = true;
      await changing;
      await follow(Number.POSITIVE_INFINITY);

      const real = new Map<string, Pedido>();
      cursor = null;
      do {
        const path: string = `/pedidos?limite=100${cursor === null ? '' : `&cursor=${cursor}`}`;
        const { datos, paginacion }: PaginaPedidos = await read<PaginaPedidos>(path);
        for (const pedido of datos) real.set(pedido.id, pedido);
        cursor = paginacion.siguiente;
      } while (cursor !== null);
      const sorted = (pedidos: Map<string, Pedido>) =>
        [...pedidos.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(sorted(copy), sorted(real));
    });
  });
}
