import { makeMintId } from '../../../src/domain/ids.ts';
import { makeMetrics } from '../../../src/http/metrics/metrics.ts';
import { makePrivateListener } from '../../../src/http/private.ts';
import { makeIngest } from '../../../src/ingest/ingest.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeLog } from '../../../src/platform/log.ts';
import { makeFakeStore } from '../../ingest/fake-store.ts';
import { seededRandomBytes } from '../../support/samples.ts';
import { INGEST_KEY } from '../../support/service.ts';

/** Starts the private listener alone, on a fake database, with the given log and answers of the database. */
export const listenPrivately = async ({
  log = makeLog('silent'),
  ping = async () => undefined,
  absentNodes = async () => [],
  connectionsMax = 100,
}: {
  log?: ReturnType<typeof makeLog>;
  ping?: () => Promise<void>;
  absentNodes?: () => Promise<string[]>;
  connectionsMax?: number;
}) => {
  const { store } = makeFakeStore();
  const mintId = makeMintId(seededRandomBytes(1));
  const listener = makePrivateListener({
    ingestKeys: [INGEST_KEY],
    ingest: makeIngest({ store, clock: systemClock, mintId }),
    store: { ping, absentNodes },
    metrics: makeMetrics(),
    connectionLimits: { total: connectionsMax, perAddress: connectionsMax, isLocalCounted: false },
    log,
  });
  return { ...listener, url: await listener.listen('127.0.0.1', 0) };
};
