import test from 'node:test';
import { accept } from '../../../storage/conformance/harness.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertRefused } from '../browser.ts';
import { startPanelWithAna } from '../panel-server.ts';

test('a workbook whose session ends while it is made is refused as any request of an ended session', async (t) => {
  const { ana, store, clock } = await startPanelWithAna(t);
  await accept(store, [comando.crear()]);
  const { slice } = store.pedidos;
  t.mock.method(store.pedidos, 'slice', async (...asked: Parameters<typeof slice>) => {
    await ana.api('/sesion', { method: 'DELETE' });
    // The export looks at its session twice a second.
    clock.advance(1_000);
    return slice(...asked);
  });
  const reply = await ana.api(`/restaurantes/${RESTAURANTE_ID}/exportacion/pedidos?formato=xlsx`);
  assertRefused(reply, 401, 'sesion_ausente');
});
