import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saludOf, type WebhookFacts, webhookSignals } from '../../../src/domain/health/webhooks.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time.ts';
import { NOW_MS } from '../../support/samples.ts';

const hook = (overrides: Partial<WebhookFacts> = {}): WebhookFacts => ({
  ...{ restauranteId: 'rest_1', id: 'wh_1', nombre: null, url: 'https://crm.example/x' },
  ...{ accountActive: true, activo: true, motivo: null, fallosSeguidos: 0, failingSinceMs: null },
  ...{ pausedUntilMs: 0, ultimaEntregaMs: null, oldestOwedMs: null },
  ...overrides,
});
const failing = (minutes: number, fallosSeguidos: number) =>
  hook({ fallosSeguidos, failingSinceMs: NOW_MS - minutes * MINUTE_MS });

test('a webhook is well, failing, paused or off', () => {
  const salud = (overrides: Partial<WebhookFacts>) => saludOf(hook(overrides), NOW_MS, null);
  assert.deepEqual(salud({}), { estado: 'bien', desdeMs: null, motivo: null });
  const sinceMs = NOW_MS - 20 * MINUTE_MS;
  assert.deepEqual(salud({ fallosSeguidos: 5, failingSinceMs: sinceMs }), {
    ...{ estado: 'fallando', desdeMs: sinceMs, motivo: 'fallos' },
  });
  const owedMs = NOW_MS - 2 * HOUR_MS;
  assert.deepEqual(salud({ oldestOwedMs: owedMs }), {
    ...{ estado: 'fallando', desdeMs: owedMs, motivo: 'atrasado' },
  });
  const paused = { pausedUntilMs: NOW_MS + 1, failingSinceMs: NOW_MS - 1 };
  assert.equal(salud(paused).estado, 'en_pausa');
  assert.deepEqual(salud({ activo: false, motivo: 'sin_exito' }), {
    ...{ estado: 'desactivado', desdeMs: null, motivo: 'sin_exito' },
  });
});

test('four failures or a quarter of an hour alone begin nothing, nor does a suspended restaurant', () => {
  const signalsOf = (webhook: WebhookFacts, isOpen = false) =>
    webhookSignals([webhook], NOW_MS, () => isOpen).length;
  assert.equal(signalsOf(failing(14, 50)), 0);
  assert.equal(signalsOf(failing(60, 4)), 0);
  assert.equal(signalsOf(failing(15, 5)), 1);
  assert.equal(signalsOf({ ...failing(15, 5), accountActive: false }), 0);
  assert.equal(signalsOf(hook({ activo: false, motivo: 'manual' })), 0);
  assert.equal(signalsOf(failing(1, 1), true), 1, 'open until a success');
  const behind = { ultimaEntregaMs: NOW_MS, oldestOwedMs: NOW_MS - 30 * MINUTE_MS };
  assert.equal(signalsOf(hook(behind), true), 1, 'open while older events are owed');
  assert.equal(signalsOf(hook({ ...behind, oldestOwedMs: null }), true), 0);
});
