// Our sender as the service runs it, without the doors.

import { systemClock } from '../../src/clock.ts';
import { cidrs } from '../../src/config/values.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeLog } from '../../src/log.ts';
import { makeRandom, makeRandomBytes } from '../../src/random.ts';
import { makeDispatcher } from '../../src/webhooks/dispatcher/dispatcher.ts';
import { makeOutbound } from '../../src/webhooks/outbound.ts';
import { openScene, SECRETS_KEY } from './scene.ts';

const { databaseUrl, dataDir } = JSON.parse(process.argv[2] ?? '{}');
const clock = systemClock;
const randomBytes = makeRandomBytes();
const log = makeLog('warn');
const store = await openScene({ databaseUrl, dataDir });
const { attempt } = await makeOutbound({
  ...{ store, clock, randomBytes, mintId: makeMintId(randomBytes), log },
  ...{ secretsKey: SECRETS_KEY, version: 'bench' },
  allowed: cidrs('127.0.0.0/8', 'WEBHOOK_ALLOW_CIDRS'),
});
makeDispatcher({
  ...{ store, attempt, clock, log, random: makeRandom(randomBytes), owner: `p${process.pid}` },
  observer: { attempted: () => {}, delivered: () => {} },
}).start();
process.on('SIGTERM', () => process.exit(0));
