import { HOUR_MS, MINUTE_MS } from '../time.ts';
import type { MotivoInactivo } from '../webhooks/delivery.ts';
import { BREAKER_FAILURES } from '../webhooks/lane-health.ts';
import type { Signal } from './signals.ts';

export interface WebhookFacts {
  restauranteId: string;
  id: string;
  nombre: string | null;
  url: string;
  /** Off while the restaurant is suspended: nothing is sent then, and nothing is wrong. */
  accountActive: boolean;
  activo: boolean;
  motivo: MotivoInactivo | null;
  fallosSeguidos: number;
  failingSinceMs: number | null;
  pausedUntilMs: number;
  ultimaEntregaMs: number | null;
  oldestOwedMs: number | null;
}

const FAILING_MS = 15 * MINUTE_MS;
const OWED_MS = HOUR_MS;
/** An event that is owed for a shorter time is on its way. */
const ON_ITS_WAY_MS = MINUTE_MS;

/** Why a webhook counts as failing; null if it does not. Once it does, only a success with nothing older owed ends it. */
const failingReason = (
  webhook: WebhookFacts,
  nowMs: number,
  isOpen: boolean,
): 'fallos' | 'atrasado' | null => {
  const { fallosSeguidos, failingSinceMs, oldestOwedMs, ultimaEntregaMs } = webhook;
  if (!webhook.activo || !webhook.accountActive) return null;
  const isFailing = failingSinceMs !== null && fallosSeguidos >= BREAKER_FAILURES;
  if (isFailing && nowMs - failingSinceMs >= FAILING_MS) return 'fallos';
  if (oldestOwedMs !== null && nowMs - oldestOwedMs > OWED_MS) return 'atrasado';
  if (!isOpen) return null;
  if (failingSinceMs !== null) return 'fallos';
  const isCaughtUp =
    oldestOwedMs === null ||
    nowMs - oldestOwedMs < ON_ITS_WAY_MS ||
    (ultimaEntregaMs !== null && oldestOwedMs >= ultimaEntregaMs);
  return isCaughtUp ? null : 'atrasado';
};

const webhookName = ({ nombre, url }: Pick<WebhookFacts, 'nombre' | 'url'>): string =>
  nombre ?? URL.parse(url)?.hostname ?? url;

/** A webhook that a person turned off is no condition: they know. */
export const webhookSignals = (
  webhooks: readonly WebhookFacts[],
  nowMs: number,
  isOpen: (id: string) => boolean,
): Signal[] =>
  webhooks.flatMap((webhook): Signal[] => {
    const { restauranteId, id, motivo, fallosSeguidos, failingSinceMs, oldestOwedMs } = webhook;
    const of = { restauranteId, objeto: id, nombre: webhookName(webhook) };
    if (!webhook.activo) {
      if (motivo === null || motivo === 'manual') return [];
      return [{ ...of, tipo: 'webhook_desactivado', detalle: { motivo } }];
    }
    const reason = failingReason(webhook, nowMs, isOpen(id));
    if (reason === null) return [];
    const desdeMs = reason === 'fallos' ? failingSinceMs : oldestOwedMs;
    const detalle = { motivo: reason, fallos: fallosSeguidos, fallando_desde_ms: desdeMs };
    return [{ ...of, tipo: 'webhook_fallando', detalle }];
  });

/** How a webhook is, for whoever asks. `openSinceMs`: since when the condition of its state is open. */
export const saludOf = (webhook: WebhookFacts, nowMs: number, openSinceMs: number | null) => {
  const { activo, motivo, pausedUntilMs, failingSinceMs, oldestOwedMs } = webhook;
  if (!activo) return { estado: 'desactivado', desdeMs: openSinceMs, motivo } as const;
  const reason = failingReason(webhook, nowMs, openSinceMs !== null);
  if (reason !== null) {
    const sinceMs = reason === 'fallos' ? failingSinceMs : oldestOwedMs;
    return { estado: 'fallando', desdeMs: sinceMs ?? openSinceMs, motivo: reason } as const;
  }
  return pausedUntilMs > nowMs
    ? ({ estado: 'en_pausa', desdeMs: failingSinceMs, motivo: 'pausa_pedida' } as const)
    : ({ estado: 'bien', desdeMs: null, motivo: null } as const);
};
