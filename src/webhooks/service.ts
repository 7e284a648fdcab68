import type { MintId } from '../domain/ids.ts';
import type { Envio } from '../domain/webhooks/outcome.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { RandomBytes } from '../platform/random.ts';
import type { Store } from '../storage/port/store.ts';
import type { AllowedRange } from './address-guard.ts';
import { makeAddressGuard } from './address-guard.ts';
import { makeAttempt } from './attempt.ts';
import { makeConnectionPool } from './connection-pool.ts';
import { makeResolve } from './resolve.ts';
import { makeSecretBox, ownerOf, type SecretBox } from './secret-box.ts';
import { makeSigning } from './signing.ts';
import { makeWebhooks } from './webhooks.ts';

interface WebhookServiceDeps {
  store: Pick<Store, 'webhooks' | 'cuentas'>;
  clock: Clock;
  randomBytes: RandomBytes;
  mintId: MintId;
  log: Log;
  allowed: readonly AllowedRange[];
  secretsKeys: readonly string[];
  version: string;
}

/** Wires together everything that webhooks need but the dispatcher. Rejects if `secretsKeys` are wrong. */
export const makeWebhookService = async (deps: WebhookServiceDeps) => {
  const { store, clock, randomBytes, mintId, log, allowed, secretsKeys, version } = deps;
  const secretBox = makeSecretBox(secretsKeys, randomBytes);
  const checkKey = () => tryKey(secretBox, store.webhooks);
  await checkKey();
  const guard = makeAddressGuard({ allowed, resolve: makeResolve() });
  const pool = makeConnectionPool({ guard, clock });
  const signing = makeSigning({ secretBox, clock, version });
  const attempt = makeAttempt({ pool, signing, clock, log });
  const webhooks = makeWebhooks({
    guard,
    secretBox,
    checkKey,
    signing,
    attempt,
    clock,
    randomBytes,
    mintId,
    store: store.webhooks,
    cuentas: store.cuentas,
  });
  /** A webhook of the operator, which settings give and no table has. */
  const fixedWebhook = (url: string, secretHex: string): Envio['webhook'] => {
    const of = { restauranteId: '', id: 'operador' };
    const secret = Buffer.from(secretHex, 'hex');
    const secreto = secretBox.seal(secret, ownerOf(of.restauranteId, of.id));
    return { ...of, url, secreto, anteriores: [] };
  };
  return { webhooks, attempt, fixedWebhook, secretBox, guard, pool, close: pool.close };
};

/** Stops the start with one clear line if the key is wrong: found later, every delivery would fail. */
const tryKey = async (secretBox: SecretBox, webhooks: Store['webhooks']): Promise<void> => {
  const webhook = await webhooks.sample();
  if (webhook === null) return;
  secretBox.open(webhook.secreto, ownerOf(webhook.restauranteId, webhook.id));
};
