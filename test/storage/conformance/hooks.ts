import assert from 'node:assert/strict';
import type { ComandoPedido } from '../../../src/contract/comandos.ts';
import {
  type Begun,
  type Capacity,
  type LaneStep,
  NO_CAPACITY,
  type Settled,
} from '../../../src/domain/webhooks/delivery.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import type { Claim, Lane, LaneAdvance, Webhook } from '../../../src/storage/port/webhooks.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedido } from '../../support/samples.ts';
import { accept, auditEntry } from './harness.ts';

export const sampleWebhook = (overrides: Partial<Webhook> = {}): Webhook => ({
  id: 'wh_uno',
  restauranteId: RESTAURANTE_ID,
  url: 'https://example.com/avisos',
  nombre: 'Cocina',
  eventos: ['*'],
  secreto: new Uint8Array([1, 2, 3, 255]),
  anteriores: [],
  activo: true,
  motivo: null,
  creadoMs: NOW_MS,
  ultimaEntregaMs: null,
  ...overrides,
});

/** Stores a webhook of the sample restaurant. */
export const makeHook = async (
  store: Store,
  overrides: Partial<Webhook> = {},
): Promise<Webhook> => {
  const webhook = sampleWebhook(overrides);
  const outcome = await store.webhooks.create(webhook, auditEntry());
  if (outcome !== 'created') throw new Error(`no webhook: ${outcome}`);
  return webhook;
};

export const AMPLE: Capacity = { total: 100, retries: 50, dueMs: NOW_MS, fresh: 100, resends: 10 };

/** The length of a lease that is over at once, as if its holder had died. */
export const LAPSED_MS = -1_000;

export const claimOf = (overrides: Partial<Claim> = {}): Claim => ({
  owner: 'uno',
  leaseMs: 60_000,
  nowMs: NOW_MS,
  ...overrides,
});

/** Claims the only lane with work. */
export const claimLane = async (
  store: Store,
  overrides: Partial<Claim> = {},
  capacity: Partial<Capacity> = {},
): Promise<{ lane: Lane; advance: LaneAdvance }> => {
  const { nowMs = NOW_MS } = overrides;
  const claimed = await store.webhooks.lanes.claim(RESTAURANTE_ID, claimOf(overrides), () => ({
    ...AMPLE,
    dueMs: nowMs,
    ...capacity,
  }));
  const [first] = claimed;
  if (first === undefined || claimed.length > 1) throw new Error(`${claimed.length} lanes claimed`);
  return first;
};

export const stepOf = (
  { webhook, fence, salud }: Lane,
  cursor: number,
  overrides: Partial<LaneStep> = {},
): LaneStep => ({
  webhookId: webhook.id,
  fence,
  settled: [],
  cursor,
  recoveryEnd: 0,
  salud,
  ultimaEntregaMs: null,
  off: null,
  capacity: NO_CAPACITY,
  releaseIfIdle: true,
  ...overrides,
});

/** One step of a lane that the sender `uno` holds. */
export const advanceLane = async (
  store: Store,
  step: LaneStep,
  overrides: Partial<Claim> = {},
): Promise<LaneAdvance> => {
  const { lanes } = store.webhooks;
  const [advance] = await lanes.advance(RESTAURANTE_ID, claimOf(overrides), [step]);
  if (advance === undefined || advance === 'lost') throw new Error(`the step was ${advance}`);
  return advance;
};

export const assertLost = async (store: Store, step: LaneStep, overrides: Partial<Claim> = {}) =>
  assert.deepEqual(await store.webhooks.lanes.advance(RESTAURANTE_ID, claimOf(overrides), [step]), [
    'lost',
  ]);

export const delivered = (begun: Begun, overrides: Partial<Settled> = {}): Settled => ({
  begun,
  estado: 'entregada',
  untried: false,
  fallos: begun.fallos,
  proximoMs: null,
  ultimoMs: NOW_MS,
  status: 200,
  fallo: null,
  duracionMs: 12,
  extracto: 'ok ñ',
  ...overrides,
});

export const failed = (begun: Begun, proximoMs: number): Settled =>
  delivered(begun, {
    estado: 'pendiente',
    fallos: begun.fallos + 1,
    proximoMs,
    status: 500,
    extracto: null,
  });

export const putBack = (begun: Begun): Settled =>
  delivered(begun, {
    estado: 'pendiente',
    untried: true,
    ultimoMs: null,
    status: null,
    duracionMs: null,
    extracto: null,
  });

export const sequencesOf = ({ begun }: LaneAdvance): number[] =>
  begun.map(({ secuencia }) => secuencia);

/** Names for `happen`: of so many events, which different orders have in turn. */
export const orderNames = (events: number, different = events): string[] =>
  Array.from({ length: events }, (_, i) => `p${i % different}`);

/** Commits events of the named orders: an order's first is its creation, the next ones are notes. */
export const happen = async (store: Store, ...orders: string[]): Promise<void> => {
  const notes = known.getOrInsertComputed(store, () => new Map<string, number>());
  const comandos = orders.map((name): ComandoPedido => {
    const id = `ped_${name}`;
    const noted = notes.get(id);
    notes.set(id, (noted ?? 0) + 1);
    if (noted === undefined) return comando.crear(samplePedido({ id }));
    return comando.anotar(id, { instrucciones: `nota ${noted}` });
  });
  await accept(store, comandos);
};

/** The number of events of each order, by store. */
const known = new WeakMap<Store, Map<string, number>>();
