import type { FastifyPluginAsync } from 'fastify';
import { makeAcceso } from '../../../src/admin/acceso.ts';
import type { AdminDeps } from '../../../src/admin/deps.ts';
import { makeFactores } from '../../../src/admin/factores/factores.ts';
import { makePantallas } from '../../../src/admin/pantallas.ts';
import { makePasswords } from '../../../src/admin/passwords.ts';
import { makePersonas } from '../../../src/admin/personas.ts';
import { makeEnlaces } from '../../../src/deliveries/enlaces.ts';
import { makeDeliveries } from '../../../src/deliveries/service.ts';
import { makeCursorCodecs } from '../../../src/domain/cursor.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { RATE_LIMIT } from '../../../src/domain/sliding-window.ts';
import { makeExports } from '../../../src/export/exports.ts';
import { makeApi } from '../../../src/http/api/api.ts';
import { makeAuth } from '../../../src/http/api/auth.ts';
import { makeClientRate } from '../../../src/http/api/client-rate.ts';
import { makeErrorAnswer } from '../../../src/http/api/errors.ts';
import type { Route } from '../../../src/http/api/handler.ts';
import { makeRoutes } from '../../../src/http/api/routes.ts';
import { makeLastUses } from '../../../src/http/api/usage/key-usage.ts';
import { makeDatos } from '../../../src/http/datos/datos.ts';
import { makeMetrics } from '../../../src/http/metrics/metrics.ts';
import { STRANGER_RATE_LIMIT } from '../../../src/http/panel/checks.ts';
import { makePanel } from '../../../src/http/panel/panel.ts';
import { makePrincipals } from '../../../src/http/principal.ts';
import { makePublicListener } from '../../../src/http/public.ts';
import {
  makeClientAddress,
  makeRequestIds,
  type TrustProxy,
} from '../../../src/http/server/request.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { makeLog } from '../../../src/platform/log.ts';
import { makeOutageLog } from '../../../src/platform/outage-log.ts';
import { makeMemoryLimiter } from '../../../src/storage/accounts/memory-limiter.ts';
import { rememberKeys } from '../../../src/storage/accounts/remembered-keys.ts';
import { openStore } from '../../../src/storage/open.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeHub, TICKS_PER_CHECK } from '../../../src/stream/hub.ts';
import { makeSecretBox } from '../../../src/webhooks/secret-box.ts';
import { makeWebhookService } from '../../../src/webhooks/service.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import { makeMigratedFolder } from '../../support/machine/migrated-folder.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { RESTAURANTE_ID, sampleRestaurante, seededRandomBytes } from '../../support/samples.ts';
import { type Cleanup, type EngineName, makeKeyOperator } from '../../support/service.ts';
import { UNBOUNDED } from '../unbounded.ts';
import { type Client, makeClient } from './client.ts';

export interface DoorOptions {
  engine?: EngineName;
  trustProxy?: TrustProxy;
  publicUrl?: string;
  /** Null: PUBLIC_URL is not set. The default is `publicUrl`. */
  publicOrigin?: string | null;
  /** Replaces the handler of every operation. */
  handle?: Route['handle'];
  /** Pages beside the panel. */
  pages?: readonly FastifyPluginAsync[];
  /** Off by default. */
  mail?: Pick<Mail, 'isOn' | 'send'>;
}

const MAIL_OFF: DoorOptions['mail'] = { isOn: false, send: async () => undefined };

export interface Door {
  api: Client;
  publicUrl: string;
  /** PostgreSQL; null: SQLite. */
  databaseUrl: string | null;
  store: Store;
  clock: TestClock;
  deps: AdminDeps;
  /** The parsed log lines. */
  lines: Record<string, unknown>[];
  /** A key with every scope. */
  makeToken(restauranteId?: string): Promise<string>;
  /** A second store on the same database, as another process has. */
  another(): Promise<Store>;
  /** Stores the uses of read links that are counted and not stored yet. */
  flushUses(): Promise<void>;
  /** Runs all of the hub's periodic work once. */
  tick(): void;
  /** Deletes the database under the service. */
  dropDatabase(): Promise<void>;
}

const SECRETS_KEY = 'una llave de pruebas';
/** Requests of a session in a minute. */
export const SESSION_LIMIT = 300;

/** The public door alone, with the sample restaurant and a clock of the test's own. */
export const openDoor = async (
  t: Cleanup,
  {
    engine = 'SQLite',
    trustProxy = false,
    publicUrl = 'http://panel.example',
    publicOrigin = new URL(publicUrl).origin,
    handle,
    pages = [],
    mail = MAIL_OFF,
  }: DoorOptions = {},
): Promise<Door> => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const databaseUrl = database?.url ?? null;
  const dropDatabase = async () => database?.drop();
  const dataDir = makeMigratedFolder();
  const clock = makeTestClock();
  const randomBytes = seededRandomBytes(1);
  const open = () => openStore({ databaseUrl, dataDir }, { clock, randomBytes });
  const store = await open();
  const others: Store[] = [];
  await store.cuentas.save(sampleRestaurante(), { activo: true, ingesta: true });

  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const deps: AdminDeps = { store, clock, randomBytes, mintId: makeMintId(randomBytes) };
  const base = { ...deps, log, version: '0.0.0' };
  const errorAnswer = makeErrorAnswer('https://docs.example/autenticacion');
  const requestId = makeRequestIds(randomBytes);
  const clientAddress = makeClientAddress(trustProxy);
  const lastUses = makeLastUses(store.llaves, log);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  const { webhooks, close, guard, pool } = await makeWebhookService({
    ...base,
    allowed: [{ network: '127.0.0.0', prefix: 8, family: 'ipv4' }],
    secretsKeys: [SECRETS_KEY],
  });
  const passwords = makePasswords(randomBytes);
  const secretBox = makeSecretBox([SECRETS_KEY], randomBytes);
  const factores = makeFactores({ ...deps, secretBox });
  const acceso = makeAcceso({ ...deps, publicUrl, mail, passwords, factores });
  const pantallas = makePantallas(deps);
  const personas = makePersonas({ ...deps, publicUrl, passwords, mail });
  const principals = makePrincipals({ llaves: rememberKeys(store.llaves), acceso, pantallas });
  const outage = makeOutageLog(base.log, 'the database answers again');
  const hub = makeHub({ ...base, outage, observer: makeMetrics().stream });
  const exports = makeExports({ ...base, onCountFailed: () => undefined });
  const routes = makeRoutes({ ...base, cursors, hub, exports, webhooks });
  const limiter = store.makeLimiter(RATE_LIMIT);
  const clientRate = makeClientRate({ limiter, clientAddress, clock });
  const api = makeApi({
    outage,
    ...base,
    routes: Object.values(routes).map((route) => ({ ...route, ...(handle && { handle }) })),
    auth: makeAuth(store.llaves, principals, clock),
    limiter,
    clientRate,
    errorAnswer,
    metrics: { apiAnswered: () => undefined },
    lastUses,
    usage: { note: () => undefined },
  });
  const enlaces = makeEnlaces({ ...base, publicUrl });
  const datos = makeDatos({
    ...base,
    ...{ enlaces, exports, cuentas: store.cuentas, limiter, clientRate },
    metrics: { apiAnswered: () => undefined },
  });
  const { envios } = makeDeliveries({
    ...base,
    ...{ owner: 'puerta', secretBox, exports, enlaces, guard, pool, transport: null },
  });
  const panel = makePanel({
    envios,
    outage,
    ...base,
    enlaces,
    apiRoutes: routes,
    webhooks,
    acceso,
    pantallas,
    personas,
    factores,
    hasMail: mail.isOn,
    principals,
    cursors,
    sessions: makeMemoryLimiter(clock, SESSION_LIMIT),
    strangers: makeMemoryLimiter(clock, STRANGER_RATE_LIMIT),
    clientAddress,
    trustProxy,
    publicUrl,
    publicOrigin,
    metrics: { panelAnswered: () => undefined },
  });
  const listener = makePublicListener({
    clients: UNBOUNDED,
    isHttps: publicUrl.startsWith('https:'),
    api,
    clientRate,
    errorAnswer,
    requestId,
    pages: [panel, datos, ...pages],
    log,
  });
  const listening = await listener.listen('127.0.0.1', 0);
  t.after(async () => {
    await Promise.all([hub.close(0), listener.close({ lingerMs: 0, drainMs: 0 })]);
    await Promise.all([lastUses.flush(), enlaces.flush(), exports.close()]);
    await close();
    for (const each of [store, ...others]) await each.close();
    await dropDatabase();
  });

  const { makeLlave } = makeKeyOperator(store);
  return {
    api: makeClient(listening),
    publicUrl: listening,
    databaseUrl,
    store,
    clock,
    deps,
    lines,
    makeToken: async (restauranteId = RESTAURANTE_ID) => (await makeLlave({ restauranteId })).token,
    async another() {
      const other = await open();
      others.push(other);
      return other;
    },
    flushUses: enlaces.flush,
    tick() {
      for (let each = 0; each < TICKS_PER_CHECK; each += 1) hub.tick();
    },
    dropDatabase,
  };
};
