import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { openCommands } from '../../../support/wire.ts';

test('a stop commits and answers what was received, and drops a line that was not whole', async (t) => {
  const service = await startService(t);
  const talk = openCommands(service.privateUrl);
  talk.send(comando.guardarRestaurante());
  await talk.answers(1);
  for (let i = 0; i < 300; i += 1) talk.send(comando.crear(samplePedido({ id: `ped_${i}` })));
  talk.send('{"op":"pedido.cancelar"');
  await talk.answers(2);
  talk.out.on('error', () => undefined);
  await service.stop();

  const answers = await talk.allAnswers();
  assert.ok(answers.length > 1);
  assert.ok(answers.every((answer, i) => answer.ok && answer.linea === i + 1));
  const position = await service.store.log.position(RESTAURANTE_ID);
  assert.equal(position?.secuencia, answers.length - 1);
});

test('a stop does not wait for a client that is connected and silent', async (t) => {
  const service = await startService(t);
  const talk = openCommands(service.privateUrl);
  talk.send(comando.guardarRestaurante());
  await talk.answers(1);
  talk.out.on('error', () => undefined);
  await service.stop();
  assert.equal((await talk.allAnswers()).length, 1);
});

test('a second stop changes nothing, and nothing answers any more', async (t) => {
  const service = await startService(t);
  await Promise.all([service.stop(), service.stop()]);
  await service.stop();
  await assert.rejects(fetch(`${service.privateUrl}/health`));
  await assert.rejects(fetch(`${service.publicUrl}/api/restaurante`));
});
