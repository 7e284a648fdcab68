import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS, SECOND_MS } from '../../src/domain/time.ts';
import { makeClosingSource } from '../../src/health/sources/closings.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { accept, makeBench } from '../storage/conformance/harness.ts';
import { describeOnEngines } from '../support/engines.ts';
import { plainOf, startSmtp } from '../support/receiver/smtp.ts';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../support/samples.ts';
import { closeMonth } from '../support/values/close-month.ts';
import { makeEvaluation, makePerson } from './evaluation.ts';

const late = (id: string) =>
  comando.importar(samplePedidoEntero({ id, creado_en: '2026-10-10T12:00:00.000Z' }));

describeOnEngines('a closed month that changes', (engine) => {
  test('begins a condition, of which the owner gets mail; closing it again ends it', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const smtp = await startSmtp(t);
    const sources = [makeClosingSource(store.cierres)];
    const health = makeEvaluation(bench, { smtpUrl: smtp.url, sources });
    await makePerson(store, 'ana');
    const { id } = await closeMonth(store, '2026-10');
    const pass = async () => {
      clock.advance(SECOND_MS);
      await health.pass();
    };
    await pass();
    assert.deepEqual(await health.open(), []);
    await accept(store, [late('ped_1'), late('ped_2')]);
    await pass();
    await pass();
    assert.deepEqual(await health.open(), ['mes_cambiado']);
    const [condition] = await store.health.listOpen(RESTAURANTE_ID);
    assert.partialDeepStrictEqual(condition, { objeto: id, nombre: '2026-10' });
    clock.advance(MINUTE_MS);
    await health.tell();
    const [mail] = smtp.received;
    assert.equal(mail?.subject, 'El mes cerrado 2026-10 ha cambiado');
    assert.ok(mail && plainOf(mail).includes(`/cierres/${id}`));
    await closeMonth(store, '2026-10');
    await pass();
    assert.deepEqual(await health.open(), []);
  });
});
