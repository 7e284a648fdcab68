import type { Webhook } from '../../../../src/storage/port/webhooks.ts';
import { NOW_MS } from '../../../support/samples.ts';

export const sampleWebhook: Webhook = {
  id: 'wh_1',
  restauranteId: 'rest_1',
  url: 'https://example.com/',
  nombre: null,
  eventos: ['*'],
  secreto: new Uint8Array(),
  anteriores: [],
  activo: true,
  motivo: null,
  creadoMs: NOW_MS,
  ultimaEntregaMs: null,
};
