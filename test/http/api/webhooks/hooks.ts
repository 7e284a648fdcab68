import assert from 'node:assert/strict';
import type Type from 'typebox';
import type { ListaWebhooks, WebhookCreado } from '../../../../src/contract/recursos/webhook.ts';
import type { Operacion } from '../../../../src/contract/rutas/rutas.ts';
import type { Ask, Client, Reply } from '../client.ts';
import { everyOperation } from '../world.ts';

export type Creado = Type.Static<typeof WebhookCreado>;
type Lista = Type.Static<typeof ListaWebhooks>;

export const JSON_TYPE = { 'content-type': 'application/json' };

/** A POST of a value as JSON. */
export const post = (value: unknown, ask: Ask = {}): Ask => ({
  method: 'POST',
  ...ask,
  headers: { ...JSON_TYPE, ...ask.headers },
  body: Buffer.from(JSON.stringify(value)),
});

/** An address that is never reached: no name of this domain exists. */
export const URL_AJENA = 'https://crm.comanda.invalid/entrada';

export const create = async (ask: Client, input: Record<string, unknown> = {}): Promise<Creado> => {
  const reply: Reply<Creado> = await ask('/webhooks', post({ url: URL_AJENA, ...input }));
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};

export const list = async (ask: Client): Promise<Lista['datos']> => {
  const reply: Reply<Lista> = await ask('/webhooks');
  assert.equal(reply.status, 200);
  return reply.body.datos;
};

export const remove = (ask: Client, id: string): Promise<Reply> =>
  ask(`/webhooks/${id}`, { method: 'DELETE' });

/** Bodies of the operations on a webhook that need one. */
const BODIES: Partial<Record<Operacion, object>> = {
  cambiarWebhook: { nombre: 'CRM' },
  crearReenvio: { desde: '2026-11-14' },
};

/** A valid request for each operation on a webhook. */
export const everyRequestOn = (id: string): [path: string, ask: Ask][] =>
  everyOperation(id)
    .filter(({ path }) => path.startsWith(`/webhooks/${id}`))
    .map(({ operacion, method, path }) => {
      const body = BODIES[operacion];
      return [path, body === undefined ? { method } : { ...post(body), method }];
    });
