import { kindOf, pageOf, wordsOf } from '../../domain/health/kinds.ts';
import { isoTimestamp, isoTimestampOrNull, SECOND_MS } from '../../domain/time.ts';
import type { Attempt, Envio } from '../../domain/webhooks/outcome.ts';
import { judge, RETRY_DELAYS_MS } from '../../domain/webhooks/retry.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { HealthStore, OperatorCall } from '../../storage/port/notices/health.ts';

const CALLS_TOGETHER = 16;

interface OperatorDeps {
  store: Pick<HealthStore, 'calls' | 'settleCall'>;
  attempt: Attempt;
  clock: Clock;
  log: Log;
  random(): number;
  webhook: Envio['webhook'];
  publicUrl: string;
}

const EVENT = {
  empieza: 'condicion.abierta',
  sigue: 'condicion.abierta',
  acaba: 'condicion.cerrada',
} as const;

const toEnvio = ({ que, intentos, condition }: OperatorCall, deps: OperatorDeps): Envio => {
  const { id, tipo, restauranteId, objeto, nombre, detalle, desdeMs, hastaMs } = condition;
  const words = wordsOf(condition, 'es');
  const evento = {
    id: `${id}_${que}`,
    tipo: EVENT[que],
    creado_en: isoTimestamp(que === 'acaba' ? (hastaMs ?? desdeMs) : desdeMs),
    restaurante_id: restauranteId,
    datos: {
      condicion: {
        ...{ id, tipo, grave: kindOf(tipo).isGrave, objeto, nombre, detalle },
        desde: isoTimestamp(desdeMs),
        hasta: isoTimestampOrNull(hastaMs),
        titulo: words.title,
        consejo: words.advice,
        enlace: `${deps.publicUrl}/panel${pageOf(condition)}`,
      },
    },
  };
  return {
    webhook: deps.webhook,
    id: evento.id,
    tipo: evento.tipo,
    intento: intentos + 1,
    body: Buffer.from(JSON.stringify(evento)),
  };
};

/** Calls the operator's webhook: the same attempt, signature and retries as any webhook's, from the stored conditions. */
export const makeTellOperator = (deps: OperatorDeps) => {
  const { store, attempt, clock, log, random } = deps;
  const ending = new AbortController();

  const callOnce = async (call: OperatorCall): Promise<void> => {
    const outcome = await attempt(toEnvio(call, deps), ending.signal);
    if (ending.signal.aborted) return;
    const nowMs = clock.now();
    const fallos = Math.min(call.intentos, RETRY_DELAYS_MS.length);
    const verdict = judge(outcome, { fallos, nowMs, random: random() });
    switch (verdict.kind) {
      case 'success':
        return store.settleCall(call, null);
      case 'pause':
        return store.settleCall(call, verdict.untilMs);
      case 'stale':
        return store.settleCall(call, nowMs);
      case 'ours':
        return store.settleCall(call, verdict.retryAtMs);
      case 'failure':
        if (verdict.retryAtMs !== null) return store.settleCall(call, verdict.retryAtMs);
        break;
      case 'gone':
        break;
    }
    log.error({ conditionId: call.condition.id }, 'gave up calling OPERATOR_WEBHOOK_URL');
    return store.settleCall(call, null);
  };

  return {
    tell: async (): Promise<void> => {
      const due = await store.calls(clock.now(), CALLS_TOGETHER);
      await Promise.all(due.map(callOnce));
    },
    stop: () => ending.abort(),
    everyMs: SECOND_MS,
  };
};
