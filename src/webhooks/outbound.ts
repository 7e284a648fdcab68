import type { ConnectionOptions } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { MintId } from '../domain/ids.ts';
import type { Attempt } from '../domain/webhooks/outcome.ts';
import type { Log } from '../log.ts';
import type { RandomBytes } from '../random.ts';
import type { Store } from '../storage/port/store.ts';
import { makeAttempt } from './attempt.ts';
import { makeConnections } from './connections.ts';
import { makeGuard } from './guard.ts';
import type { AllowedRange } from './ranges.ts';
import { type Dns, makeResolve } from './resolve.ts';
import { makeVault, ownerOf, type Vault } from './vault.ts';
import { makeWebhooks, type Webhooks } from './webhooks.ts';

export interface OutboundDeps {
  store: Pick<Store, 'webhooks' | 'cuentas'>;
  clock: Clock;
  randomBytes: RandomBytes;
  mintId: MintId;
  log: Log;
  allowed: readonly AllowedRange[];
  /** What stored secrets are sealed with. */
  secretsKey: string;
  version: string;
  /** In place of the system's, for tests. */
  dns?: Dns;
  tls?: Pick<ConnectionOptions, 'ca'>;
}

export interface Outbound {
  webhooks: Webhooks;
  /** For whoever decides when a delivery is due. */
  attempt: Attempt;
  /** Cuts what is still connected. */
  close(): Promise<void>;
}

/** Everything that leaves this service on its own account. Refuses to start with the wrong key. */
export const makeOutbound = async (deps: OutboundDeps): Promise<Outbound> => {
  const { store, clock, randomBytes, mintId, log, allowed, secretsKey, version, dns, tls } = deps;
  const vault = makeVault(secretsKey, randomBytes);
  const checkKey = () => tryKey(vault, store.webhooks);
  await checkKey();
  const guard = makeGuard({ allowed, resolve: makeResolve(dns) });
  const connections = makeConnections({ guard, clock, ...(tls && { tls }) });
  const attempt = makeAttempt({ connections, vault, clock, log, version });
  const webhooks = makeWebhooks({
    ...{ guard, vault, checkKey, attempt, clock, randomBytes, mintId },
    store: store.webhooks,
    cuentas: store.cuentas,
  });
  return { webhooks, attempt, close: connections.close };
};

/** Found out at the start, a lost key is one clear line; found out later, it is every delivery failing. */
const tryKey = async (vault: Vault, webhooks: Store['webhooks']): Promise<void> => {
  const webhook = await webhooks.sample();
  if (webhook === null) return;
  vault.open(webhook.secreto, ownerOf(webhook.restauranteId, webhook.id));
};
