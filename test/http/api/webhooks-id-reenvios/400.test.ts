import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { create, post } from '../webhooks/hooks.ts';

const { service, api } = await startApi({ after });
const { id } = await create(api, (await service.makeLlave()).token);

describe('what is to be sent again must be said', () => {
  const wrong: [body: unknown, message: RegExp][] = [
    [{}, /«entrega» o «desde»/],
    [{ entrega: 'evt_1', desde: '2026-11-14' }, /«entrega» o «desde»/],
    [{ entrega: 'ped_1' }, /«\/entrega»/],
    [{ entrega: 7 }, /«\/entrega»/],
    [{ desde: 'ayer' }, /«\/desde» del cuerpo: no es una fecha/],
    [{ desde: '2026-11-14T10:00:00' }, /«\/desde»/],
    [{ desde: '' }, /«\/desde»/],
    [{ hasta: '2026-11-14' }, /«\/hasta»/],
  ];
  for (const [body, message] of wrong) {
    test(JSON.stringify(body), async () => {
      const { token } = await service.makeLlave();
      const reply = await api(`/webhooks/${id}/reenvios`, post(body, { token }));
      assert.match(assertError(reply, 'parametro_invalido').error, message);
    });
  }
});

test('an event that is not in the log is not found', async () => {
  const { token } = await service.makeLlave();
  const reply = await api(
    `/webhooks/${id}/reenvios`,
    post({ entrega: 'evt_desconocido' }, { token }),
  );
  assertError(reply, 'no_encontrado');
});
