import { isRefusal } from '../domain/webhooks/firma.ts';
import {
  ATTEMPT_MS_MAX,
  type Attempt,
  type Envio,
  type Outcome,
} from '../domain/webhooks/outcome.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { type Ending, exchange } from './exchange.ts';
import type { Signing } from './signing.ts';

interface AttemptDeps {
  pool: ConnectionPool;
  signing: Signing;
  clock: Clock;
  log: Log;
  deadlineMs?: number;
}

export const makeAttempt = (deps: AttemptDeps): Attempt => {
  const { pool, signing, clock, log, deadlineMs = ATTEMPT_MS_MAX } = deps;

  const send = async (envio: Envio, signal: AbortSignal): Promise<Ending> => {
    const { target, headers, turn } = signing.sign(envio);
    // The rules have changed since the URL was registered.
    if ('problem' in target) return forbidden;
    // Attempts that start together are all signed before the first is sent.
    await null;
    const { origin, isSecure, path } = target;
    const request = { path, headers, body: envio.body };
    const connection = pool.take(origin, isSecure);
    const ending = await exchange(connection, request, { deadlineMs, signal });
    if (connection.wasKept() && isUnanswered(ending)) return { ...ending, isStale: true };
    if (ending.stage === 'after' && isRefusal(ending.status)) {
      signing.refused(envio.webhook.id, turn);
    }
    return ending;
  };

  return async (envio, signal) => {
    const startMs = clock.monotonic();
    let ending: Ending;
    try {
      ending = await send(envio, signal);
    } catch (error) {
      // Our own fault: a secret that does not open, or a bug.
      log.error({ err: error, webhookId: envio.webhook.id }, 'an attempt could not be made');
      ending = { stage: 'before', blame: 'ours', fallo: 'interno' };
    }
    return { ...ending, durationMs: Math.round(clock.monotonic() - startMs) } as Outcome;
  };
};

/** Whether the connection broke before any answer. */
const isUnanswered = (ending: Ending): ending is Exclude<Ending, { stage: 'after' }> =>
  ending.stage === 'before'
    ? ending.fallo === 'conexion'
    : ending.stage === 'during' && ending.fallo === 'corte' && ending.status === null;

const forbidden: Ending = { stage: 'before', blame: 'theirs', fallo: 'direccion_prohibida' };
