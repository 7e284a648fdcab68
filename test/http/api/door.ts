import type { FastifyPluginAsync } from 'fastify';
import { makeCursorCodecs } from '../../../src/domain/cursor.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { makeExports } from '../../../src/exportacion/exports.ts';
import { makeApi } from '../../../src/http/api/api.ts';
import { makeAuth } from '../../../src/http/api/auth.ts';
import { makeErrors } from '../../../src/http/api/errors.ts';
import type { Handler } from '../../../src/http/api/handler.ts';
import { makeLastUses } from '../../../src/http/api/key-usage.ts';
import { makeMemoryLimiter } from '../../../src/http/api/limiter.ts';
import { makePublicListener } from '../../../src/http/api/listener.ts';
import { makeRoutes } from '../../../src/http/api/routes.ts';
import { makeSharedLimiter } from '../../../src/http/api/shared-limiter.ts';
import { makeMetrics } from '../../../src/http/metrics/metrics.ts';
import {
  makeClientAddress,
  makeRequestIds,
  type TrustProxy,
} from '../../../src/http/wire/request.ts';
import { makeLog } from '../../../src/log.ts';
import { openStore } from '../../../src/storage/open.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeHub } from '../../../src/stream/hub.ts';
import { makeWebhookService } from '../../../src/webhooks/service.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { RESTAURANTE_ID, sampleRestaurante, seededRandomBytes } from '../../support/samples.ts';
import { type Cleanup, makeKeyOperator } from '../../support/service.ts';
import { UNBOUNDED } from '../unbounded.ts';
import { type Client, makeClient } from './client.ts';

interface DoorOptions {
  databaseUrl?: string;
  trustProxy?: TrustProxy;
  /** Replaces the handler of every operation. */
  handle?: Handler;
  pages?: readonly FastifyPluginAsync[];
}

export interface Door {
  api: Client;
  publicUrl: string;
  store: Store;
  clock: TestClock;
  /** The parsed log lines. */
  lines: Record<string, unknown>[];
  /** A key with every scope. */
  makeToken(restauranteId?: string): Promise<string>;
}

/** The public door alone, with the sample restaurant and a clock of the test's own. */
export const openDoor = async (
  t: Cleanup,
  { databaseUrl, trustProxy = false, handle, pages = [] }: DoorOptions = {},
): Promise<Door> => {
  const clock = makeTestClock();
  const randomBytes = seededRandomBytes(1);
  const dataDir = makeFolder();
  const store = await openStore(
    { databaseUrl: databaseUrl ?? null, dataDir },
    { clock, randomBytes },
  );
  await store.cuentas.save(sampleRestaurante(), { activo: true, ingesta: true });

  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const errors = makeErrors('https://docs.example/autenticacion');
  const requestId = makeRequestIds(randomBytes);
  const auth = makeAuth(store.llaves, clock);
  const lastUses = makeLastUses(store.llaves, log);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  const { webhooks, close } = await makeWebhookService({
    store,
    clock,
    randomBytes,
    log,
    mintId: makeMintId(randomBytes),
    allowed: [],
    secretsKey: 'una llave de pruebas',
    version: '1.2.3',
  });
  const hub = makeHub({ store, clock, randomBytes, observer: makeMetrics().stream, log });
  const exports = makeExports({ store, clock, onCountFailed: () => undefined });
  const routes = makeRoutes({ store, clock, cursors, hub, exports, webhooks });
  const api = makeApi({
    routes: handle === undefined ? routes : routes.map((route) => ({ ...route, handle })),
    auth,
    limiter: store.ventanas ? makeSharedLimiter(store.ventanas, clock) : makeMemoryLimiter(clock),
    clientAddress: makeClientAddress(trustProxy),
    errors,
    requestId,
    metrics: { apiAnswered: () => undefined },
    lastUses,
    usage: { note: () => undefined },
    clock,
    log,
  });
  const listener = makePublicListener({
    clients: UNBOUNDED,
    isHttps: false,
    api,
    errors,
    requestId,
    pages,
    log,
  });
  const publicUrl = await listener.listen('127.0.0.1', 0);
  t.after(async () => {
    await Promise.all([hub.close(0), listener.close({ lingerMs: 0, drainMs: 0 })]);
    await Promise.all([lastUses.flush(), exports.close()]);
    await close();
    await store.close();
  });

  const { makeLlave } = makeKeyOperator(store);
  return {
    api: makeClient(publicUrl),
    publicUrl,
    store,
    clock,
    lines,
    makeToken: async (restauranteId = RESTAURANTE_ID) => (await makeLlave({ restauranteId })).token,
  };
};
