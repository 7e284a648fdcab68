// Runs our sender as the service does, but without HTTP.

import { cidrs } from '../../src/config/values.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeLog } from '../../src/platform/log.ts';
import { makeRandom, makeRandomBytes } from '../../src/platform/random.ts';
import type { StoreTarget } from '../../src/storage/open.ts';
import { makeDispatcher } from '../../src/webhooks/dispatcher/dispatcher.ts';
import { makeWebhookService } from '../../src/webhooks/service.ts';
import { openTestStore } from '../../test/support/service.ts';
import { readSettings } from '../support/script.ts';
import { SECRETS_KEY } from './store.ts';

const target = readSettings<StoreTarget>();
const clock = systemClock;
const randomBytes = makeRandomBytes();
const log = makeLog('warn');
const store = await openTestStore(target);
const { attempt } = await makeWebhookService({
  store,
  clock,
  randomBytes,
  mintId: makeMintId(randomBytes),
  log,
  secretsKeys: [SECRETS_KEY],
  version: 'bench',
  allowed: cidrs('127.0.0.0/8', 'WEBHOOK_ALLOW_CIDRS'),
});
makeDispatcher({
  store,
  attempt,
  clock,
  log,
  random: makeRandom(randomBytes),
  owner: `p${process.pid}`,
  observer: { attempted: () => {}, delivered: () => {} },
}).start();
