import type { Clock } from '../clock.ts';
import {
  firmar,
  isRefusal,
  type SecretoAnterior,
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
  /** Oldest first; the last one is current. */
  secrets: readonly SecretoAnterior[];
  target: Target | TargetProblem;
  keys: readonly SigningKeys[];
  /** Answers that may have meant an unknown signature: with each, `X-Svc-Firma` goes on to the next secret. */
  refusals: number;
}

const PREPARED_MAX = 1_000;

const isSame = (a: readonly SecretoAnterior[], b: readonly SecretoAnterior[]): boolean =>
  a.length === b.length &&
  a.every(({ secreto, hastaMs }, i) => {
    const other = b[i];
    return other?.hastaMs === hastaMs && Buffer.compare(secreto, other.secreto) === 0;
  });

export const makeAttempt = (deps: AttemptDeps): Attempt => {
  const { connections, secretBox, clock, log, version, deadlineMs = ATTEMPT_MS_MAX } = deps;
  const userAgent = `Comanda/${version}`;

  const recent = new Map<string, Prepared>();

  /** Parsing a URL and opening a secret cost as much as signing, so they are done once for a webhook. */
  const prepare = ({ webhookId, restauranteId, url, secreto, anteriores }: Envio): Prepared => {
    const known = recent.get(webhookId);
    const secrets = [...anteriores, { secreto, hastaMs: Number.POSITIVE_INFINITY }];
    if (known?.url === url && isSame(known.secrets, secrets)) return known;
    const owner = ownerOf(restauranteId, webhookId);
    const keys = secrets.map((each) =>
      signingKeys(secretBox.open(each.secreto, owner).toString('hex')),
    );
    const prepared = { url, secrets, target: readTarget(url), keys, refusals: 0 };
    if (recent.size >= PREPARED_MAX) recent.clear();
    recent.set(webhookId, prepared);
    return prepared;
  };

  /** Those whose secrets are good now, beginning with the one that this receiver is thought to know. */
  const signersOf = ({ keys, secrets, refusals }: Prepared): SigningKeys[] => {
    if (keys.length === 1) return [...keys];
    const nowMs = clock.now();
    const good = keys.filter((_, i) => (secrets[i]?.hastaMs ?? 0) > nowMs);
    const first = refusals % good.length;
    return [...good.slice(first), ...good.slice(0, first)];
  };

  const headersOf = (envio: Envio, signers: readonly SigningKeys[]): string[] => {
    const seconds = Math.floor(clock.now() / 1_000);
    const { id, body } = envio;
    const [firma = '', ...others] = signers.map((keys) => firmar(keys, body));
    const standard = signers.map((keys) => standardSignature(keys, { id, seconds, body }));
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
      firma,
      ...(others.length === 0 ? [] : ['X-Svc-Firma-Alterna', others.join(' ')]),
      'webhook-id',
      id,
      'webhook-timestamp',
      String(seconds),
      'webhook-signature',
      standard.join(' '),
    ];
  };

  const send = async (envio: Envio, signal: AbortSignal): Promise<Ending> => {
    const prepared = prepare(envio);
    const { target, refusals } = prepared;
    // The rules have changed since it was registered.
    if ('problem' in target) return forbidden;
    const headers = headersOf(envio, signersOf(prepared));
    // Attempts that start together are all signed before the first is sent.
    await null;
    const { origin, isSecure, path } = target;
    const request = { path, headers, body: envio.body };
    const ending = await exchange(connections.take(origin, isSecure), request, {
      deadlineMs,
      signal,
    });
    // Of sixteen that were refused together one counts: they were all signed with the same secret.
    const isUnknown = ending.stage === 'after' && isRefusal(ending.status);
    if (isUnknown && prepared.refusals === refusals) prepared.refusals += 1;
    return ending;
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
