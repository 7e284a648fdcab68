import { makeAcceso } from '../../../src/admin/acceso.ts';
import type { AdminDeps } from '../../../src/admin/deps.ts';
import { makePantallas } from '../../../src/admin/pantallas.ts';
import { makePasswords } from '../../../src/admin/passwords.ts';
import { sha256Hex } from '../../../src/admin/secrets.ts';
import { makeUsuarios } from '../../../src/admin/usuarios.ts';
import { makeCursorCodecs } from '../../../src/domain/cursor.ts';
import { makeMintId } from '../../../src/domain/ids.ts';
import { makeExports } from '../../../src/exportacion/exports.ts';
import { makeApi } from '../../../src/http/api/api.ts';
import { makeAuth } from '../../../src/http/api/auth.ts';
import { makeErrors } from '../../../src/http/api/errors.ts';
import { makeMemoryLimiter } from '../../../src/http/api/limiter.ts';
import { makePublicListener } from '../../../src/http/api/listener.ts';
import { makeRoutes } from '../../../src/http/api/routes.ts';
import { makeMetrics } from '../../../src/http/metrics/metrics.ts';
import { makePanel } from '../../../src/http/panel/panel.ts';
import { withSessions } from '../../../src/http/panel/session-key.ts';
import {
  makeClientAddress,
  makeRequestIds,
  type TrustProxy,
} from '../../../src/http/wire/request.ts';
import { rememberKeys } from '../../../src/keys/remembered-keys.ts';
import { makeLog } from '../../../src/log.ts';
import { openStore } from '../../../src/storage/open.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeHub, TICKS_PER_CHECK } from '../../../src/stream/hub.ts';
import { makeWebhookService } from '../../../src/webhooks/service.ts';
import { auditEntry } from '../../storage/conformance/harness.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { RESTAURANTE_ID, sampleRestaurante, seededRandomBytes } from '../../support/samples.ts';
import type { Cleanup, EngineName } from '../../support/service.ts';
import { UNBOUNDED } from '../unbounded.ts';
import { type Browser, makeBrowser } from './browser.ts';

export const OTHER_ID = 'rest_bar_lola';
export const PASSWORD = 'tortilla con cebolla';
export const EMAIL = {
  operator: 'olga@comanda.example',
  ana: 'ana@pepa.example',
  lola: 'lola@bar.example',
} as const;
type Person = keyof typeof EMAIL;

const RESTAURANT_OF: Record<Person, string | null> = {
  operator: null,
  ana: RESTAURANTE_ID,
  lola: OTHER_ID,
};

export interface PanelServer {
  url: string;
  store: Store;
  clock: TestClock;
  deps: AdminDeps;
  /** A second store on the same database, as another process has. */
  another(): Promise<Store>;
  /** Runs all of the hub's periodic work once. */
  tick(): void;
  /** The parsed log lines. */
  lines: Record<string, unknown>[];
  /** A browser without a session. */
  browser(): Browser;
  /** A browser in which this person is signed in. */
  as(person: Person): Promise<Browser>;
}

/** Requests of a session in a minute; the clock stands still. */
export const SESSION_LIMIT = 300;

interface PanelServerOptions {
  engine?: EngineName;
  publicUrl?: string;
  /** Null: PUBLIC_URL is not set. The default is `publicUrl`. */
  publicOrigin?: string | null;
  trustProxy?: TrustProxy;
}

/** Starts the panel alone, with two restaurants, a user of each, an operator, and a test clock. */
export const startPanelServer = async (
  t: Cleanup,
  {
    engine = 'SQLite',
    publicUrl = 'http://panel.example',
    publicOrigin = new URL(publicUrl).origin,
    trustProxy = false,
  }: PanelServerOptions = {},
): Promise<PanelServer> => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const dataDir = makeFolder();
  const clock = makeTestClock();
  const randomBytes = seededRandomBytes(11);
  const deps = { clock, randomBytes };
  const open = () => openStore({ databaseUrl: database?.url ?? null, dataDir }, deps);
  const store = await open();
  const others: Store[] = [];
  const admin: AdminDeps = { ...deps, store, mintId: makeMintId(randomBytes) };
  await createUsers(admin);

  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const clientAddress = makeClientAddress(trustProxy);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  const webhookService = await makeWebhookService({
    ...admin,
    log,
    version: '0.0.0',
    secretsKey: 'clave de pruebas, bien larga',
    allowed: [{ network: '127.0.0.0', prefix: 8, family: 'ipv4' }],
  });
  const { webhooks } = webhookService;
  const acceso = makeAcceso({ ...admin, passwords: makePasswords(randomBytes) });
  const pantallas = makePantallas(admin);
  const readers = { ...store, llaves: withSessions(rememberKeys(store.llaves), acceso, pantallas) };
  const hub = makeHub({
    clock,
    randomBytes,
    log,
    observer: makeMetrics().stream,
    store: readers,
  });
  const exports = makeExports({ store: readers, clock, onCountFailed: () => undefined });
  const panel = makePanel({
    ...admin,
    apiRoutes: makeRoutes({ store, clock, cursors, webhooks, hub, exports }),
    webhooks,
    acceso,
    pantallas,
    sessions: makeMemoryLimiter(clock, SESSION_LIMIT),
    cursors,
    clientAddress,
    trustProxy,
    publicUrl,
    publicOrigin,
    version: '0.0.0',
    metrics: { panelAnswered: () => undefined },
    log,
  });
  const errors = makeErrors('https://docs.example/autenticacion');
  const requestId = makeRequestIds(randomBytes);
  const auth = makeAuth(store.llaves, clock);
  const api = makeApi({
    routes: [],
    auth,
    limiter: makeMemoryLimiter(clock),
    clientAddress,
    errors,
    requestId,
    metrics: { apiAnswered: () => undefined },
    clock,
    log,
    lastUses: { note: () => undefined },
    usage: { note: () => undefined },
  });
  const listener = makePublicListener({
    clients: UNBOUNDED,
    isHttps: publicUrl.startsWith('https:'),
    api,
    errors,
    requestId,
    pages: [panel],
    log,
  });
  const url = await listener.listen('127.0.0.1', 0);
  t.after(async () => {
    await Promise.all([hub.close(0), listener.close({ lingerMs: 0, drainMs: 0 })]);
    await webhookService.close();
    for (const each of [store, ...others]) await each.close();
    await database?.drop();
  });

  const browser = () => makeBrowser(url, new URL(publicUrl).origin);
  return {
    url,
    store,
    clock,
    lines,
    browser,
    async another() {
      const other = await open();
      others.push(other);
      return other;
    },
    tick() {
      for (let each = 0; each < TICKS_PER_CHECK; each += 1) hub.tick();
    },
    deps: admin,
    async as(person) {
      const signedIn = browser();
      const { status } = await signedIn.signIn(EMAIL[person], PASSWORD);
      if (status !== 200) throw new Error(`${person} cannot sign in: ${status}`);
      return signedIn;
    },
  };
};

/** Like `startPanelServer`, with a browser in which Ana is signed in. */
export const startPanelWithAna = async (
  t: Cleanup,
  options?: PanelServerOptions,
): Promise<PanelServer & { ana: Browser }> => {
  const server = await startPanelServer(t, options);
  return { ...server, ana: await server.as('ana') };
};

/** Hashed once for all tests: hashing is slow on purpose. */
const HASHED = makePasswords(seededRandomBytes(1)).hash(PASSWORD);

const createUsers = async (deps: AdminDeps): Promise<void> => {
  const { store, clock } = deps;
  await store.cuentas.save(sampleRestaurante(), { activo: true, ingesta: true });
  const lola = sampleRestaurante({ id: OTHER_ID, slug: 'bar-lola', nombre: 'Bar Lola' });
  await store.cuentas.save(lola, { activo: true, ingesta: true });
  const usuarios = makeUsuarios(deps);
  for (const person of Object.keys(EMAIL) as Person[]) {
    const restauranteId = RESTAURANT_OF[person];
    const made = await usuarios.create({ email: EMAIL[person], restauranteId }, 'pruebas');
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const audit = auditEntry({ accion: 'usuario.clave_elegida', restauranteId });
    await store.usuarios.redeemSetup(sha256Hex(made.setupToken), clock.now(), await HASHED, audit);
  }
};
