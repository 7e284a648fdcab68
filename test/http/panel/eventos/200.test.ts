import assert from 'node:assert/strict';
import test from 'node:test';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertRefused } from '../browser.ts';
import { OTHER_ID, startPanelServer } from '../panel-server.ts';

describeOnEngines('one event in the panel', (engine) => {
  test('is the bytes of the log, and of its own restaurant only', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    await accept(store, [comando.crear(), comando.crear()]);
    await accept(store, [comando.crear(undefined, { restaurante_id: OTHER_ID })], OTHER_ID);
    const ana = await as('ana');
    const read = (id: string) => ana.api(`/restaurantes/${RESTAURANTE_ID}/eventos/${id}`);

    for (const { id, body } of await store.log.events(RESTAURANTE_ID, 0, 10)) {
      const reply = await read(id);
      assert.equal(reply.status, 200);
      assert.equal(reply.text, Buffer.from(body).toString('utf8'));
    }
    const [foreign] = await store.log.events(OTHER_ID, 0, 1);
    for (const id of [foreign?.id ?? '', 'evt_no', `evt_${'0'.repeat(26)}`]) {
      assertRefused(await read(id), 404, 'no_encontrado');
    }
  });
});
