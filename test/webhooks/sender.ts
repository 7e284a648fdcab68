import { once } from 'node:events';
import { cidrs } from '../../src/config/values.ts';
import type { Envio, Outcome } from '../../src/domain/webhooks/outcome.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeLog } from '../../src/platform/log.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeAddressGuard } from '../../src/webhooks/address-guard.ts';
import { makeAttempt } from '../../src/webhooks/attempt.ts';
import { makeConnectionPool } from '../../src/webhooks/connection-pool.ts';
import { type Dns, makeResolve } from '../../src/webhooks/resolve.ts';
import { makeSecretBox, ownerOf } from '../../src/webhooks/secret-box.ts';
import { makeSigning } from '../../src/webhooks/signing.ts';
import { certificate } from '../support/receiver/certificates.ts';
import type { Cleanup } from '../support/service.ts';

const SECRETO = `${'c0ffee'.repeat(10)}beef`;
export const BODY = Buffer.from('{"id":"evt_1","tipo":"pedido.nuevo","datos":{"ñ":"☕"}}');

const NEVER = new AbortController().signal;

/** A scripted DNS: the addresses of a name, or the code of its failure. */
export const fakeDns = (
  names: Readonly<Record<string, readonly string[] | string | (() => readonly string[])>>,
  isUp = true,
): Dns => ({
  query: async (hostname, family, signal) => {
    const known = names[hostname] ?? 'ENOTFOUND';
    if (known === 'hang') await once(signal, 'abort');
    if (typeof known === 'string') throw Object.assign(new Error(known), { code: known });
    const addresses = typeof known === 'function' ? known() : known;
    const mine = addresses.filter((each) => each.includes(':') === (family === 6));
    if (mine.length === 0) throw Object.assign(new Error('ENODATA'), { code: 'ENODATA' });
    return mine;
  },
  probe: async () => isUp,
});

interface SenderOptions {
  allow?: string;
  dns?: Dns;
  deadlineMs?: number;
  lookupMs?: number;
}

/** Everything that makes an attempt, without the dispatcher that schedules it. */
export const makeSender = (
  t: Cleanup,
  { allow = '127.0.0.0/8', dns = fakeDns({}), deadlineMs = 10_000, lookupMs }: SenderOptions = {},
) => {
  const clock = systemClock;
  const secretBox = makeSecretBox(['una llave cualquiera'], makeRandomBytes());
  const guard = makeAddressGuard({
    allowed: cidrs(allow, 'WEBHOOK_ALLOW_CIDRS'),
    resolve: makeResolve(dns, lookupMs),
  });
  const pool = makeConnectionPool({ guard, clock, tls: { ca: certificate('ca') } });
  t.after(() => pool.close());
  const log = makeLog('silent');
  const signing = makeSigning({ secretBox, clock, version: '1.2.3' });
  const attempt = makeAttempt({ pool, signing, clock, log, deadlineMs });
  const secreto = secretBox.seal(Buffer.from(SECRETO, 'hex'), ownerOf('rest_1', 'wh_1'));

  return {
    guard,
    pool,
    send: (
      url: string,
      { webhookId = 'wh_1', ...extra }: Partial<Envio> & { webhookId?: string } = {},
      signal = NEVER,
    ): Promise<Outcome> =>
      attempt(
        {
          webhook: { restauranteId: 'rest_1', id: webhookId, url, secreto, anteriores: [] },
          id: 'evt_1',
          tipo: 'pedido.nuevo',
          intento: 1,
          body: BODY,
          ...extra,
        },
        signal,
      ),
  };
};

/** An outcome without its duration. */
export const ending = ({ durationMs: _, ...rest }: Outcome) => rest;
