import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { ComandoPedido } from '../../../../src/contract/comandos.ts';
import type { Evento } from '../../../../src/contract/recursos/evento.ts';
import type { Paginacion } from '../../../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { comandos } from '../../../support/arbitraries.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, samplePedido, sampleRestaurante } from '../../../support/samples.ts';
import type { Client } from '../client.ts';
import { startApi, withKeys } from '../start-api.ts';

interface Page<T> {
  datos: T[];
  paginacion: Paginacion;
}

const IDS = ['ped_1', 'ped_5', 'ped_9'];
const PAST = ['ped_0', 'ped_3', 'ped_7', 'ped_8'];
const FOLLOWED = 'eventos=pedido.*,pedido.importado';

/** The recipe of the guide, one request for each `next`; yields whether it has caught up. */
async function* mirror(ask: Client, copy: Map<string, Pedido>): AsyncGenerator<boolean> {
  const read = async <T>(path: string) => {
    const { status, text, body } = await ask<Page<T>>(path);
    assert.equal(status, 200, text);
    return body;
  };
  let { siguiente: position } = (await read<Evento>('/eventos?despues_de=ultimo')).paginacion;
  yield false;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Page<Pedido> = await read<Pedido>(`/pedidos?limite=2${more}`);
    for (const pedido of page.datos) copy.set(pedido.id, pedido);
    cursor = page.paginacion.siguiente;
    yield false;
  }
  for (;;) {
    const after: string = position === null ? '' : `&despues_de=${position}`;
    const { datos, paginacion } = await read<Evento>(`/eventos?${FOLLOWED}&limite=3${after}`);
    for (const { datos: changed } of datos) copy.set(changed.pedido.id, changed.pedido);
    position = paginacion.siguiente;
    yield datos.length < 3;
  }
}

const importar = fc
  .constantFrom(...PAST)
  .map((id): ComandoPedido[] => [comando.importar(samplePedido({ id, estado: 'entregado' }), [])]);
/** Commands that arrive together, and whether the copy reads a page meanwhile. */
const steps = fc.array(
  fc.record({
    list: fc.oneof(comandos(IDS, { maxLength: 5 }), importar),
    isReading: fc.boolean(),
  }),
  { minLength: 4, maxLength: 16 },
);

describeOnEngines('a copy by the recipe of the guide', async (engine) => {
  const { service, api, carryOut } = await startApi({ after }, engine);

  /** Saves a restaurant of its own. */
  const settle = async (id: string) => {
    await carryOut(comando.guardarRestaurante(sampleRestaurante({ id })));
    const send = (list: readonly ComandoPedido[]) =>
      service.command(...list.map((each) => ({ ...each, restaurante_id: id })));
    return { ask: withKeys(api, service, id), send };
  };

  test('has exactly the orders that are listed, whatever happened meanwhile', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        runs += 1;
        const { ask, send } = await settle(`rest_copia_${runs}`);
        const copy = new Map<string, Pedido>();
        const copying = mirror(ask, copy);
        for (const { list, isReading } of all) {
          await Promise.all([send(list), isReading && copying.next()]);
        }
        for (let isDone = false; !isDone; ) isDone = (await copying.next()).value === true;
        const copied = [...copy.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
        const { text } = await ask('/pedidos?limite=100');
        assert.ok(text.startsWith(`{"datos":${JSON.stringify(copied)},"paginacion":`), text);
      }),
      { numRuns: 25 },
    );
  });
});
