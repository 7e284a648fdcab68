import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Salud } from '../../../../src/contract/avisos/salud.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { startDelivering } from '../webhooks/delivering.ts';
import { create } from '../webhooks/hooks.ts';

describeOnEngines('how a webhook is', async (engine) => {
  const { ask, base, carryOut, entregas } = await startDelivering(engine, { after });

  test('GET /webhooks/{id}/salud says it, with its reason', async () => {
    const [well, bad] = [
      await create(ask, { url: `${base}/status/200` }),
      await create(ask, { url: `${base}/status/410` }),
    ];
    const saludOf = async (id: string) => (await ask<Salud>(`/webhooks/${id}/salud`)).body;
    const healthy = { estado: 'bien', desde: null, motivo: null, fallos_seguidos: 0 };
    assert.deepEqual(await saludOf(well.id), { ...healthy, mas_antigua_pendiente_en: null });
    await carryOut(comando.crear());
    await until(async () => {
      const { estado, desde } = await saludOf(bad.id);
      return estado === 'desactivado' && desde !== null;
    });
    const off = await saludOf(bad.id);
    assert.equal(off.motivo, 'respuesta_410');
    assert.notEqual(off.mas_antigua_pendiente_en, null);
    assert.equal((await ask('/webhooks/wh_nada/salud')).status, 404);
  });

  test('?estado=reintento has what failed and will be tried again', async () => {
    const { id } = await create(ask, { url: `${base}/status/500` });
    await carryOut(comando.crear());
    await entregas(id, ([one]) => one?.estado === 'pendiente' && one.ultimo_intento !== null);
    const ofState = async (estado: string) =>
      (await ask<{ datos: unknown[] }>(`/webhooks/${id}/entregas?estado=${estado}`)).body.datos
        .length;
    assert.deepEqual(
      [await ofState('reintento'), await ofState('pendiente'), await ofState('fallida')],
      [1, 1, 0],
    );
  });
});
