import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService, WITH_KEY } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { openCommands } from '../../../support/wire.ts';

const service = await startService({ after });
const OPEN_MAX = 128;

test('no_disponible: too many requests open at once, until one of them ends', async () => {
  const talks = Array.from({ length: OPEN_MAX }, () => openCommands(service.privateUrl));
  await Promise.all(talks.map((talk) => talk.response));
  const send = () =>
    fetch(`${service.privateUrl}/commands`, {
      method: 'POST',
      headers: WITH_KEY,
      body: JSON.stringify(comando.guardarRestaurante()),
    });
  const refused = await send();
  assert.equal(refused.status, 503);
  assert.partialDeepStrictEqual(await refused.json(), { ok: false, codigo: 'no_disponible' });

  talks[0]?.end();
  await until(async () => (await send()).status === 200);
  for (const talk of talks) talk.end();
  await Promise.all(talks.map((talk) => talk.allAnswers()));
});
