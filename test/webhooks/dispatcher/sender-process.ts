// A sender in a process of its own, to be killed. Its attempts are plain requests; the database, the
// lanes and the leases are the real ones.

import { Agent, request } from 'node:http';
import { systemClock } from '../../../src/clock.ts';
import type { Envio, Outcome } from '../../../src/domain/webhooks/outcome.ts';
import { makeLog } from '../../../src/log.ts';
import { makeRandomBytes } from '../../../src/random.ts';
import { openStore } from '../../../src/storage/open.ts';
import { makeDispatcher } from '../../../src/webhooks/dispatcher/dispatcher.ts';
import { KILLED_LIMITS } from './killed.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

const attempt = (envio: Envio, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    const failed = () =>
      resolve({ stage: 'during', blame: 'ours', fallo: 'corte', status: null, durationMs: 0 });
    const headers = {
      'x-svc-id': envio.id,
      'x-svc-intento': envio.intento,
      'x-webhook': envio.webhook.id,
      'x-pid': process.pid,
    };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(KILLED_LIMITS.attemptMsMax)]);
    const sending = request(envio.webhook.url, {
      method: 'POST',
      agent,
      headers,
      signal: deadline,
    });
    sending.on('error', failed);
    sending.on('response', (response) => {
      response.resume();
      response.on('error', failed);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ stage: 'after', status, retryAfter: null, extracto: '', durationMs: 0 });
      });
    });
    sending.end(envio.body);
  });

const randomBytes = makeRandomBytes();
const target = { databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir };
const store = await openStore(target, { clock: systemClock, randomBytes });
const dispatcher = makeDispatcher({
  store,
  attempt,
  clock: systemClock,
  log: makeLog('error'),
  random: () => 0.5,
  owner: `p${process.pid}`,
  observer: { attempted: () => {}, delivered: () => {} },
  limits: KILLED_LIMITS,
});
dispatcher.start();
process.once('disconnect', async () => {
  await dispatcher.stop(1_000);
  await store.close();
  process.exit(0);
});
