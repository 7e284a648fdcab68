import type { WebhookCambios, WebhookNuevo } from '../contract/recursos/webhook.ts';
import type { MintId } from '../domain/ids.ts';
import { HOUR_MS, isoTimestamp } from '../domain/time.ts';
import { isRefusal, SECRETO_BYTES } from '../domain/webhooks/firma.ts';
import type { Attempt, Outcome } from '../domain/webhooks/outcome.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomBytes } from '../platform/random.ts';
import type { AuditEntry, CuentaStore } from '../storage/port/accounts.ts';
import {
  REENVIOS_KEPT,
  type Reenvio,
  type ReenvioRefusal,
  type ReenvioWhat,
  type Webhook,
  type WebhookStore,
} from '../storage/port/webhooks.ts';
import type { AddressGuard } from './address-guard.ts';
import { sampleEvent, sampleType } from './sample.ts';
import { ownerOf, type SecretBox } from './secret-box.ts';
import type { Signing } from './signing.ts';
import { asUri, type TargetProblem } from './target.ts';

/** The restaurant whose webhooks these are, and who acts on them, for the audit. */
export type Holder = { restauranteId: string; actor: string };

/** `secreto` is shown once and kept sealed. */
type CreateOutcome =
  | {
      outcome: 'created';
      webhook: Pick<Webhook, 'id' | 'url' | 'eventos' | 'activo'>;
      secreto: string;
    }
  | { outcome: 'bad_url'; problem: TargetProblem }
  | { outcome: 'too_many' | 'no_restaurant' };

type RotateOutcome =
  | { outcome: 'rotated'; secreto: string; anteriorHastaMs: number | null }
  | { outcome: 'no_webhook' | 'too_many' };

interface WebhooksDeps {
  store: Omit<WebhookStore, 'lanes'>;
  cuentas: Pick<CuentaStore, 'find'>;
  guard: Pick<AddressGuard, 'review'>;
  secretBox: SecretBox;
  /** Rejects when stored secrets were sealed with another key. */
  checkKey(): Promise<void>;
  signing: Pick<Signing, 'sign'>;
  attempt: Attempt;
  clock: Clock;
  randomBytes: RandomBytes;
  mintId: MintId;
}

/** The audit records only the host of a URL: the rest may hold a secret of the receiver. */
const hostOf = (url: string): string => new URL(url).host;

/** Never aborts: a person waits for a test event, so that only its own deadline ends it. */
const NEVER = new AbortController().signal;

export const makeWebhooks = (deps: WebhooksDeps) => {
  const { store, cuentas, guard, secretBox, checkKey, signing, attempt } = deps;
  const { clock, randomBytes, mintId } = deps;

  const audit = (
    { restauranteId, actor }: Holder,
    accion: string,
    objeto: string,
    detalle: Record<string, unknown> = {},
  ): AuditEntry => ({ momentoMs: clock.now(), actor, accion, objeto, restauranteId, detalle });

  /** A new secret in both its forms: hexadecimal, to be shown once, and sealed, to be stored. */
  const mintSecret = async (restauranteId: string, id: string) => {
    // If processes were started with different keys, fail before another secret is sealed.
    await checkKey();
    const secreto = Buffer.from(randomBytes(SECRETO_BYTES));
    return {
      shown: secreto.toString('hex'),
      sealed: secretBox.seal(secreto, ownerOf(restauranteId, id)),
    };
  };

  return {
    async create(holder: Holder, input: WebhookNuevo): Promise<CreateOutcome> {
      const problem = await guard.review(input.url);
      if (problem !== null) return { outcome: 'bad_url', problem };
      const { restauranteId } = holder;
      const creadoMs = clock.now();
      const id = mintId('webhook', creadoMs);
      const secreto = await mintSecret(restauranteId, id);
      const webhook = {
        id,
        restauranteId,
        url: asUri(input.url),
        nombre: input.nombre ?? null,
        eventos: [...new Set(input.eventos ?? (['*'] as const))],
        secreto: secreto.sealed,
        activo: true,
        creadoMs,
      };
      const { nombre, eventos } = webhook;
      const detalle = { nombre, eventos, host: hostOf(input.url) };
      const stored = await store.create(webhook, audit(holder, 'webhook.creado', id, detalle));
      if (stored !== 'created') return { outcome: stored };
      return { outcome: 'created', webhook, secreto: secreto.shown };
    },

    /** Resolves with the changed webhook, with the problem of the new URL, or with null if there is no such webhook. */
    async update(
      holder: Holder,
      id: string,
      { url, nombre, eventos }: WebhookCambios,
    ): Promise<Webhook | TargetProblem | null> {
      const problem = url === undefined ? null : await guard.review(url);
      if (problem !== null) return problem;
      const rest = {
        ...(nombre !== undefined && { nombre }),
        ...(eventos !== undefined && { eventos: [...new Set(eventos)] }),
      };
      const changes = url === undefined ? rest : { ...rest, url: asUri(url) };
      const detalle = url === undefined ? rest : { ...rest, host: hostOf(url) };
      const entry = audit(holder, 'webhook.cambiado', id, detalle);
      return store.update(holder.restauranteId, id, changes, entry);
    },

    /** The replaced secret stays valid for `overlapHours`; with 0, every earlier secret ends at once. */
    async rotate(holder: Holder, id: string, overlapHours: number): Promise<RotateOutcome> {
      const { restauranteId } = holder;
      if ((await store.get(restauranteId, id)) === null) return { outcome: 'no_webhook' };
      const { shown, sealed } = await mintSecret(restauranteId, id);
      const entry = audit(holder, 'webhook.secreto_rotado', id, { solape_horas: overlapHours });
      const hastaMs = overlapHours === 0 ? null : entry.momentoMs + overlapHours * HOUR_MS;
      const outcome = await store.rotate(restauranteId, id, { secreto: sealed, hastaMs }, entry);
      return outcome === 'rotated'
        ? { outcome, secreto: shown, anteriorHastaMs: hastaMs }
        : { outcome };
    },

    list: store.list,
    get: store.get,
    entregas: store.entregas.list,

    /** The headers that a delivery would carry if it was sent now; null when there is no such delivery. */
    async headersOf(
      restauranteId: string,
      webhookId: string,
      event: { id: string; body: Uint8Array },
    ): Promise<string[] | null> {
      const [webhook, entrega] = await Promise.all([
        store.get(restauranteId, webhookId),
        store.entregas.get(restauranteId, webhookId, event.id),
      ]);
      if (webhook === null || entrega === null) return null;
      const { tipo, intentos } = entrega;
      return signing.sign({ webhook, ...event, tipo, intento: Math.max(1, intentos) }).headers;
    },

    remove: (holder: Holder, id: string): Promise<boolean> =>
      store.remove(holder.restauranteId, id, audit(holder, 'webhook.eliminado', id)),

    activate: (holder: Holder, id: string): Promise<Webhook | null> =>
      store.activate(holder.restauranteId, id, audit(holder, 'webhook.activado', id)),
    deactivate: (holder: Holder, id: string): Promise<Webhook | null> =>
      store.deactivate(holder.restauranteId, id, audit(holder, 'webhook.desactivado', id)),

    /** Sends a test event as any delivery is sent; null when there is no such webhook. */
    async test(
      { restauranteId }: Holder,
      id: string,
    ): Promise<{ eventoId: string; outcome: Outcome } | null> {
      const webhook = await store.get(restauranteId, id);
      const found = webhook === null ? null : await cuentas.find(restauranteId);
      if (webhook === null || found === null) return null;
      const tipo = sampleType(webhook.eventos);
      const momento = isoTimestamp(clock.now());
      const evento = sampleEvent(found.cuenta, tipo, momento, randomBytes);
      const body = Buffer.from(JSON.stringify(evento));
      const envio = { webhook, id: evento.id, tipo, intento: 1, body };
      let outcome = await attempt(envio, NEVER);
      if (outcome.stage !== 'after' && outcome.isStale) {
        envio.intento += 1;
        outcome = await attempt(envio, NEVER);
      }
      // During an overlap the receiver may know only the other secret: the second attempt puts that one first.
      const isOverlap = webhook.anteriores.length > 0;
      const again = isOverlap && outcome.stage === 'after' && isRefusal(outcome.status);
      return {
        eventoId: evento.id,
        outcome: again ? await attempt({ ...envio, intento: envio.intento + 1 }, NEVER) : outcome,
      };
    },

    resend: (
      holder: Holder,
      webhookId: string,
      what: ReenvioWhat,
    ): Promise<Reenvio | ReenvioRefusal> => {
      const { restauranteId } = holder;
      const creadoMs = clock.now();
      const id = mintId('reenvio', creadoMs);
      const range =
        'desdeMs' in what ? { desde: isoTimestamp(what.desdeMs) } : { entrega: what.eventoId };
      const entry = audit(holder, 'webhook.reenviado', webhookId, { reenvio: id, ...range });
      return store.reenvios.create({ id, restauranteId, webhookId, creadoMs }, what, entry);
    },

    resends: (restauranteId: string, webhookId: string): Promise<Reenvio[]> =>
      store.reenvios.list(restauranteId, webhookId, REENVIOS_KEPT),
  };
};

export type Webhooks = ReturnType<typeof makeWebhooks>;
