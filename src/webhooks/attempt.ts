import type { Clock } from '../clock.ts';
import {
  firmar,
  type SigningKeys,
  signingKeys,
  standardSignature,
} from '../domain/webhooks/firma.ts';
import type { Attempt, Envio, Outcome } from '../domain/webhooks/outcome.ts';
import type { Log } from '../log.ts';
import type { Connections } from './connections.ts';
import { type Ending, exchange } from './exchange.ts';
import { ownerOf, type SecretBox } from './secret-box.ts';
import { readTarget, type Target, type TargetProblem } from './target.ts';

/** Over everything: names, connecting, TLS, sending, and the answer to its last byte. */
export const ATTEMPT_MS_MAX = 15_000;

export interface AttemptDeps {
  connections: Connections;
  secretBox: SecretBox;
  clock: Clock;
  log: Log;
  version: string;
  deadlineMs?: number;
}

interface Prepared {
  url: string;
  sealed: Uint8Array;
  target: Target | TargetProblem;
  keys: SigningKeys;
}

const PREPARED_MAX = 1_000;

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a === b || Buffer.compare(a, b) === 0;

export const makeAttempt = (deps: AttemptDeps): Attempt => {
  const { connections, secretBox, clock, log, version, deadlineMs = ATTEMPT_MS_MAX } = deps;
  const userAgent = `Comanda/${version}`;

  const recent = new Map<string, Prepared>();

  /** Parsing a URL and opening a secret cost as much as signing, so they are done once for a webhook. */
  const prepare = ({ webhookId, restauranteId, url, secreto }: Envio): Prepared => {
    const known = recent.get(webhookId);
    if (known?.url === url && isSame(known.sealed, secreto)) return known;
    const secretoHex = secretBox.open(secreto, ownerOf(restauranteId, webhookId)).toString('hex');
    const keys = signingKeys(secretoHex);
    const prepared = { url, sealed: secreto, target: readTarget(url), keys };
    if (recent.size >= PREPARED_MAX) recent.clear();
    recent.set(webhookId, prepared);
    return prepared;
  };

  const headersOf = (envio: Envio, keys: SigningKeys): string[] => {
    const seconds = Math.floor(clock.now() / 1_000);
    const { id, body } = envio;
    return [
      'Content-Type',
      'application/json; charset=utf-8',
      'User-Agent',
      userAgent,
      'Accept',
      '*/*',
      'X-Svc-Evento',
      envio.tipo,
      'X-Svc-Id',
      id,
      'X-Svc-Intento',
      String(envio.intento),
      'X-Svc-Firma',
      firmar(keys, body),
      'webhook-id',
      id,
      'webhook-timestamp',
      String(seconds),
      'webhook-signature',
      standardSignature(keys, { id, seconds, body }),
    ];
  };

  const send = async (envio: Envio, signal: AbortSignal): Promise<Ending> => {
    const { target, keys } = prepare(envio);
    // The rules have changed since it was registered.
    if ('problem' in target) return forbidden;
    const headers = headersOf(envio, keys);
    // Attempts that start together are all signed before the first is sent.
    await null;
    const { origin, isSecure, path } = target;
    const request = { path, headers, body: envio.body };
    return exchange(connections.take(origin, isSecure), request, { deadlineMs, signal });
  };

  return async (envio, signal) => {
    const startMs = clock.monotonic();
    let ending: Ending;
    try {
      ending = await send(envio, signal);
    } catch (error) {
      // Our own fault: a secret that does not open, or a bug.
      log.error({ err: error, webhookId: envio.webhookId }, 'an attempt could not be made');
      ending = { stage: 'before', blame: 'ours', fallo: 'interno' };
    }
    return { ...ending, durationMs: Math.round(clock.monotonic() - startMs) } as Outcome;
  };
};

const forbidden: Ending = { stage: 'before', blame: 'theirs', fallo: 'direccion_prohibida' };
