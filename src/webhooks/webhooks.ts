import type { Clock } from '../clock.ts';
import type { WebhookNuevo } from '../contract/recursos/webhook.ts';
import type { MintId } from '../domain/ids.ts';
import { SECRETO_BYTES } from '../domain/webhooks/firma.ts';
import type { Attempt, Outcome } from '../domain/webhooks/outcome.ts';
import type { RandomBytes } from '../random.ts';
import type { AuditEntry, CuentaStore } from '../storage/port/accounts.ts';
import type { Reenvio, ReenvioWhat, Webhook, WebhookStore } from '../storage/port/webhooks.ts';
import type { AddressGuard } from './address-guard.ts';
import { sampleEvent, sampleType } from './sample.ts';
import { ownerOf, type SecretBox } from './secret-box.ts';
import type { TargetProblem } from './target.ts';

/** Whose webhooks, and who acts on them, for the audit. */
export type Holder = { restauranteId: string; actor: string };

/** `secreto` is shown once and kept sealed. */
export type CreateOutcome =
  | {
      outcome: 'created';
      webhook: Pick<Webhook, 'id' | 'url' | 'eventos' | 'activo'>;
      secreto: string;
    }
  | { outcome: 'bad_url'; problem: TargetProblem }
  | { outcome: 'too_many' | 'no_restaurant' };

export interface WebhooksDeps {
  store: Omit<WebhookStore, 'lanes'>;
  cuentas: Pick<CuentaStore, 'find'>;
  guard: Pick<AddressGuard, 'review'>;
  secretBox: SecretBox;
  /** Rejects when stored secrets were sealed with another key. */
  checkKey(): Promise<void>;
  attempt: Attempt;
  clock: Clock;
  randomBytes: RandomBytes;
  mintId: MintId;
}

const REENVIOS_SHOWN = 25;

export const makeWebhooks = (deps: WebhooksDeps) => {
  const { store, cuentas, guard, secretBox, checkKey, attempt, clock, randomBytes, mintId } = deps;

  const audit = (
    { restauranteId, actor }: Holder,
    accion: string,
    objeto: string,
    detalle: Record<string, unknown> = {},
  ): AuditEntry => ({ momentoMs: clock.now(), actor, accion, objeto, restauranteId, detalle });

  /** Resolves with the webhook as it is afterwards; null when there is none. */
  const turn =
    (change: 'activate' | 'deactivate', accion: string) =>
    async (holder: Holder, id: string): Promise<Webhook | null> => {
      await store[change](holder.restauranteId, id, audit(holder, accion, id));
      return store.get(holder.restauranteId, id);
    };

  return {
    async create(holder: Holder, input: WebhookNuevo): Promise<CreateOutcome> {
      const problem = await guard.review(input.url);
      if (problem !== null) return { outcome: 'bad_url', problem };
      // If processes were started with different keys, fail before another secret is sealed.
      await checkKey();
      const { restauranteId } = holder;
      const creadoMs = clock.now();
      const id = mintId('webhook', creadoMs);
      const secreto = Buffer.from(randomBytes(SECRETO_BYTES));
      const webhook = {
        id,
        restauranteId,
        url: input.url,
        nombre: input.nombre ?? null,
        eventos: [...new Set(input.eventos ?? (['*'] as const))],
        secreto: secretBox.seal(secreto, ownerOf(restauranteId, id)),
        activo: true,
        creadoMs,
      };
      const { nombre, eventos } = webhook;
      // Of the URL only its host: the rest may hold a secret of the receiver.
      const detalle = { nombre, eventos, host: new URL(input.url).host };
      const stored = await store.create(webhook, audit(holder, 'webhook.creado', id, detalle));
      if (stored !== 'created') return { outcome: stored };
      return { outcome: 'created', webhook, secreto: secreto.toString('hex') };
    },

    list: store.list,
    get: store.get,
    entregas: store.entregas.list,

    remove: (holder: Holder, id: string): Promise<boolean> =>
      store.remove(holder.restauranteId, id, audit(holder, 'webhook.eliminado', id)),

    activate: turn('activate', 'webhook.activado'),
    deactivate: turn('deactivate', 'webhook.desactivado'),

    /** Sends a test event as any delivery is sent; null when there is no such webhook. */
    async test(
      { restauranteId }: Holder,
      id: string,
      signal: AbortSignal,
    ): Promise<{ eventoId: string; outcome: Outcome } | null> {
      const webhook = await store.get(restauranteId, id);
      const found = webhook === null ? null : await cuentas.find(restauranteId);
      if (webhook === null || found === null) return null;
      const tipo = sampleType(webhook.eventos);
      const momento = new Date(clock.now()).toISOString();
      const evento = sampleEvent(found.cuenta, tipo, momento, randomBytes);
      const { url, secreto } = webhook;
      const body = Buffer.from(JSON.stringify(evento));
      const envio = {
        restauranteId,
        webhookId: id,
        url,
        secreto,
        id: evento.id,
        tipo,
        intento: 1,
        body,
      };
      return { eventoId: evento.id, outcome: await attempt(envio, signal) };
    },

    resend: (
      holder: Holder,
      webhookId: string,
      what: ReenvioWhat,
    ): Promise<Reenvio | 'no_webhook' | 'no_event'> => {
      const { restauranteId } = holder;
      const creadoMs = clock.now();
      const id = mintId('reenvio', creadoMs);
      const range =
        'desdeMs' in what
          ? { desde: new Date(what.desdeMs).toISOString() }
          : { entrega: what.eventoId };
      const entry = audit(holder, 'webhook.reenviado', webhookId, { reenvio: id, ...range });
      return store.reenvios.create({ id, restauranteId, webhookId, creadoMs }, what, entry);
    },

    resends: (restauranteId: string, webhookId: string): Promise<Reenvio[]> =>
      store.reenvios.list(restauranteId, webhookId, REENVIOS_SHOWN),
  };
};

export type Webhooks = ReturnType<typeof makeWebhooks>;
