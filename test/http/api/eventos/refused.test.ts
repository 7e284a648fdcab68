import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FILTROS_EVENTO } from '../../../../src/contract/recursos/evento.ts';
import { RUTAS } from '../../../../src/contract/rutas/rutas.ts';
import { ApiError } from '../../../../src/http/api/errors.ts';
import { readQuery } from '../../../../src/http/api/query.ts';
import { listEventos } from '../../../../src/http/api/recursos/eventos.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { apiRequest } from '../api-request.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const OTHER_ID = 'rest_otro';

describeOnEngines('GET /eventos refuses', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  await carryOut(
    comando.guardarRestaurante(),
    comando.guardarRestaurante(sampleRestaurante({ id: OTHER_ID })),
    ...comando.crearVarios(30),
    comando.crear(samplePedido(), { restaurante_id: OTHER_ID }),
  );
  const stored = () => service.store.log.events(RESTAURANTE_ID, 0, 1_000);

  test('400: a position that is none, each with its reason', async () => {
    const own = (await stored())[3]?.id ?? '';
    const [foreign] = await service.store.log.events(OTHER_ID, 0, 1);
    const cases: [string, RegExp][] = [
      ['hola', /no es el id de un evento/],
      ['', /no es el id de un evento/],
      ['ultima', /no es el id de un evento/],
      [foreign?.id ?? '', /no es un evento de este restaurante/],
      [`${own.slice(0, 4)}zz${own.slice(6)}`, /posterior al último/],
      [own.slice(0, -4) + (own.endsWith('0000') ? '1111' : '0000'), /no existe/],
    ];
    for (const [id, why] of cases) {
      const reply = await ask(`/eventos?despues_de=${id}`);
      const { error, valores_validos } = assertError(reply, 'parametro_invalido');
      assert.match(error, why, id);
      assert.match(String(valores_validos), /siguiente.*ultimo/);
    }
  });

  test('400: an unknown type, a limit out of range, a parameter twice', async () => {
    const unknown = await ask('/eventos?eventos=pedido.nuevo,pedido.x');
    const { valores_validos } = assertError(unknown, 'parametro_invalido');
    assert.deepEqual(valores_validos, [...FILTROS_EVENTO]);
    for (const query of ['limite=0', 'limite=101', 'limite=x', 'limite=1&limite=1']) {
      assertError(await ask(`/eventos?${query}`), 'parametro_invalido');
    }
  });

  test('410: older than what is kept, with the oldest that is', async () => {
    const before = await stored();
    assert.equal(await service.store.log.prune(RESTAURANTE_ID, Date.now() + 1e12, 10), 10);
    const oldest = before[10]?.id ?? '';
    for (const event of before.slice(0, 9)) {
      const reply = await ask(`/eventos?despues_de=${event.id}`);
      const { error, valores_validos } = assertError(reply, 'eventos_caducados');
      assert.deepEqual(valores_validos, [oldest]);
      assert.ok(error.includes(oldest));
    }
    // After the newest deleted event nothing is missing.
    const edge = await ask<{ datos: { id: string }[] }>(`/eventos?despues_de=${before[9]?.id}`);
    assert.equal(edge.status, 200);
    assert.equal(edge.body.datos[0]?.id, oldest);
    const start = await ask<{ datos: { id: string }[] }>('/eventos');
    assert.equal(start.body.datos[0]?.id, oldest);
  });

  test('410: deleted by another process while the page is read', async () => {
    const { log } = service.store;
    const { llave } = await service.makeLlave();
    const [oldest] = await stored();
    const handle = listEventos({
      log: {
        ...log,
        async events(...asked) {
          const [, , , only] = asked;
          if (only !== undefined) await log.prune(RESTAURANTE_ID, Date.now() + 1e12, 5);
          return log.events(...asked);
        },
      },
    });
    const query = readQuery(`despues_de=${oldest?.id}`, RUTAS.listarEventos.query);
    await assert.rejects(
      handle(apiRequest({ llave, query })),
      (error) => error instanceof ApiError && error.codigo === 'eventos_caducados',
    );
  });
});
