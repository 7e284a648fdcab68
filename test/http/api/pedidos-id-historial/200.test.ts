import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  comando,
  momento,
  sampleHistorial,
  samplePedido,
  samplePedidoEntero,
} from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';

const { ask, carryOut } = await startApi({ after });

const read = async (id: string) => (await ask(`/pedidos/${id}/historial`)).body;

test('lists every change, oldest first, with its user and source', async () => {
  const [id = ''] = await carryOut(
    comando.crear(samplePedido(), {
      origen: 'api',
      momento: momento(0),
      detalle: { canal: 'web' },
    }),
  );
  await carryOut(
    comando.avanzar(id, 'confirmado', {
      origen: 'apk_recepcion',
      usuario: 'Begoña',
      momento: momento(1),
    }),
    comando.modificarItems(id, undefined, undefined, { origen: 'tpv', momento: momento(2) }),
    comando.avanzar(id, 'en_preparacion', { momento: momento(3) }),
    // This command changes nothing and so has no entry.
    comando.avanzar(id, 'en_preparacion', { momento: momento(4) }),
    comando.anotar(
      id,
      { instrucciones: null },
      { origen: 'panel', momento: momento(5), detalle: { motivo: 'lo pidió' } },
    ),
    comando.cancelar(id, {
      detalle: { motivo: 'sin stock 🍕', veces: [1, 2] },
      momento: momento(6),
    }),
  );
  const nobody = { usuario: null, detalle: {} };
  assert.deepEqual(await read(id), {
    pedido_id: id,
    eventos: [
      {
        ...nobody,
        momento: momento(0),
        accion: 'creado',
        origen: 'api',
        detalle: { canal: 'web' },
      },
      {
        ...nobody,
        momento: momento(1),
        accion: 'confirmado',
        origen: 'apk_recepcion',
        usuario: 'Begoña',
      },
      { momento: momento(2), accion: 'items_modificados', origen: 'tpv', ...nobody },
      { momento: momento(3), accion: 'en_preparacion', origen: 'sistema', ...nobody },
      {
        ...nobody,
        momento: momento(5),
        accion: 'anotado',
        origen: 'panel',
        detalle: {
          motivo: 'lo pidió',
          cambios: { instrucciones: { antes: samplePedido().instrucciones, despues: null } },
        },
      },
      {
        momento: momento(6),
        accion: 'cancelado',
        origen: 'sistema',
        usuario: null,
        detalle: { motivo: 'sin stock 🍕', veces: [1, 2] },
      },
    ],
  });
});

test('an imported history is shown unchanged, even if it is empty', async () => {
  await carryOut(
    comando.importar(),
    comando.importar(samplePedidoEntero({ id: 'ped_mudo', numero: '20261114-88' }), []),
  );
  assert.deepEqual(await read(samplePedidoEntero().id), {
    pedido_id: samplePedidoEntero().id,
    eventos: sampleHistorial(),
  });
  assert.deepEqual(await read('ped_mudo'), { pedido_id: 'ped_mudo', eventos: [] });
});
