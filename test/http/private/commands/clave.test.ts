import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());

const crear = (clave: string) => comando.crear(samplePedido(), { clave });

test('the same clave again gives the first answer again and changes nothing', async () => {
  const [first, second] = await service.command(crear('una'), crear('una'));
  const [third] = await service.command(crear('una'));
  assert.equal(first?.ok, true);
  assert.deepEqual([second, third], [{ ...first, linea: 2 }, first]);
});

test('the same clave from many connections at once makes one order', async () => {
  const before = await service.store.log.position(RESTAURANTE_ID);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.command(crear('a la vez'))),
  );
  const ids = new Set(answers.flat().map((answer) => `${answer.pedido_id} ${answer.evento_id}`));
  assert.equal(ids.size, 1);
  const now = await service.store.log.position(RESTAURANTE_ID);
  assert.equal(now?.secuencia, (before?.secuencia ?? 0) + 1);
});
