import manifest from '../package.json' with { type: 'json' };
import { startIntentoSweep } from './admin/entrada/intentos.ts';
import { INGEST_KEY_FILE, openSecretsKeys, readOrCreateKey } from './admin/keys/key-file.ts';
import { makePeople } from './admin/people.ts';
import type { Config } from './config/config.ts';
import { openFilesMax, privateConnections, publicConnections } from './config/file-limit.ts';
import { warningsOf } from './config/warnings.ts';
import { makeEnlaces } from './deliveries/enlaces.ts';
import { makeDeliveries } from './deliveries/service.ts';
import { makeDeliverySource } from './deliveries/source.ts';
import { makeCursorCodecs } from './domain/cursor.ts';
import { makeMintId, randomBase32 } from './domain/ids.ts';
import { RATE_LIMIT } from './domain/sliding-window.ts';
import { makeExports } from './export/exports.ts';
import { makeHealthService } from './health/service.ts';
import { makeClosingSource } from './health/sources/closings.ts';
import { makeApi } from './http/api/api.ts';
import { makeAuth } from './http/api/auth.ts';
import { makeClientRate } from './http/api/client-rate.ts';
import { makeErrorAnswer } from './http/api/errors.ts';
import { makeRoutes } from './http/api/routes.ts';
import { makeLastUses, makeUsage } from './http/api/usage/key-usage.ts';
import { makeDatos } from './http/datos/datos.ts';
import { makeDocs } from './http/docs/docs.ts';
import { makeMetrics, type ShareFigures } from './http/metrics/metrics.ts';
import { makeUnsubscribePage } from './http/notices/unsubscribe.ts';
import { STRANGER_RATE_LIMIT } from './http/panel/checks.ts';
import { makePanel } from './http/panel/panel.ts';
import { makePrincipals } from './http/principal.ts';
import { makePrivateListener } from './http/private.ts';
import { makePublicListener } from './http/public.ts';
import { makeClientAddress, makeRequestIds } from './http/server/request.ts';
import { makeIngest } from './ingest/ingest.ts';
import { logOutages } from './ingest/observer.ts';
import { makeMail } from './mail/mail.ts';
import { makeSmtp } from './mail/smtp.ts';
import { withTimeout } from './platform/async/timeout.ts';
import { systemClock } from './platform/clock.ts';
import { isOpenToOthers } from './platform/data-dir.ts';
import { flushLog, makeLog } from './platform/log.ts';
import { makeOutageLog } from './platform/outage-log.ts';
import { makeRandom, makeRandomBytes } from './platform/random.ts';
import { makeMemoryLimiter } from './storage/accounts/memory-limiter.ts';
import { rememberKeys } from './storage/accounts/remembered-keys.ts';
import { makeAging } from './storage/clientes/aging.ts';
import { makeRetention } from './storage/eventos/retention.ts';
import { warnOfFewConnections, withLog } from './storage/observer-log.ts';
import { openStore } from './storage/open.ts';
import { makeHub } from './stream/hub.ts';
import { makeDispatcher } from './webhooks/dispatcher/dispatcher.ts';
import { makeFigures } from './webhooks/figures.ts';
import { makeWebhookService } from './webhooks/service.ts';

export { type Figures, WORKERS_ENDED } from './http/metrics/metrics.ts';

const { version } = manifest;

/** How long a stop waits for requests under way. */
const DRAIN_MS = 10_000;
/** How long a stop may take in all, because the database may not answer. */
const GIVE_UP_MS = 20_000;
/** Length of the random name by which the database knows which lanes this process has claimed. */
const OWNER_CHARS = 16;

export interface App {
  /** Addresses of the listeners, with the real port where the system chose it. */
  publicUrl: string;
  privateUrl: string;
  /** Finishes what was accepted. For `lingerMs`, each open connection may still bring one more request. */
  stop(lingerMs?: number): Promise<void>;
}

class StopTimeout extends Error {
  override name = 'StopTimeout';
}

/** The processes that share our ports, this one included. */
export interface Workers {
  count: number;
  shareFigures: ShareFigures;
}

export const startApp = async (config: Config, workers?: Workers): Promise<App> => {
  const clock = systemClock;
  const randomBytes = makeRandomBytes();
  const log = makeLog(config.logLevel);
  const metrics = makeMetrics(workers?.shareFigures);
  for (const warning of warningsOf(config)) log.warn(warning);
  const { databaseUrl, databaseReplicaUrl: replicaUrl, dataDir } = config;
  const store = await openStore(
    { databaseUrl, replicaUrl, dataDir },
    {
      clock,
      randomBytes,
      transactions: metrics.transactions,
      replica: withLog(metrics.replica, log),
      connections: { processes: workers?.count ?? 1, onFew: warnOfFewConnections(log) },
      onDistributed: (done) => log.info({ done }, 'tables were spread over the cluster'),
    },
  );

  if (await isOpenToOthers(dataDir)) {
    log.warn({ dataDir }, 'DATA_DIR is open to other users of this machine: chmod 700 it');
  }

  /** The dependencies of most parts. */
  const base = { store, clock, log, randomBytes, mintId: makeMintId(randomBytes) };
  const openKeys = async () => {
    const secretsKeys = await openSecretsKeys(config, store, randomBytes);
    const allowed = config.webhookAllowCidrs;
    const webhookService = await makeWebhookService({ ...base, secretsKeys, allowed, version });
    // Last, so that a start that is refused leaves no key behind.
    const ingestKeys = config.ingestKeys ?? [
      await readOrCreateKey(INGEST_KEY_FILE, dataDir, randomBytes),
    ];
    return { webhookService, ingestKeys };
  };
  const { webhookService, ingestKeys } = await openKeys().catch(async (error: unknown) => {
    // An open database would keep this process alive although it cannot start.
    await store.close();
    throw error;
  });

  const { secretBox } = webhookService;
  const transport = config.mail && makeSmtp(config.mail);
  const mail = makeMail({ ...base, secretBox, transport });

  const figures = makeFigures(store.webhooks.horas, clock, (error) =>
    log.warn({ err: error }, 'could not store figures of webhooks'),
  );
  const random = makeRandom(randomBytes);
  const owner = randomBase32(randomBytes(OWNER_CHARS));
  const dispatcher = makeDispatcher({
    ...base,
    attempt: webhookService.attempt,
    observer: {
      ...metrics.webhooks,
      attempted(verdict, kind, durationMs, webhook) {
        metrics.webhooks.attempted(verdict, kind, durationMs, webhook);
        figures.note(webhook, verdict, durationMs);
      },
    },
    random,
    owner,
  });
  metrics.webhooks.follow({
    owed: store.webhooks.entregas.owed,
    load: dispatcher.load,
    nowMs: clock.now,
  });

  /** Of all requests and streams together: the health's look each second tells when the database answers again. */
  const outage = makeOutageLog(log, 'the database answers requests again');
  const { operatorWebhook } = config;
  const health = await makeHealthService({
    ...base,
    ...config,
    random,
    owner,
    isPublicUrlSet: config.publicOrigin !== null,
    mail,
    attempt: webhookService.attempt,
    operatorWebhook:
      operatorWebhook && webhookService.fixedWebhook(operatorWebhook.url, operatorWebhook.secret),
    replicaLagMs: metrics.replica.lagMs,
    sources: [makeDeliverySource(store.envios), makeClosingSource(store.cierres)],
    onDatabaseAnswer: outage.worked,
  });
  metrics.conditions.follow(health);
  metrics.backups.follow({ lastBackup: store.health.lastBackup, nowMs: clock.now });

  const retention = makeRetention({
    ...base,
    days: config.eventRetentionDays,
    onFailed: () => metrics.choreFailed('retention'),
  });
  const aging = makeAging({
    ...base,
    customerDays: config.customerDataDays,
    auditDays: config.auditRetentionDays,
    onFailed: () => metrics.choreFailed('aging'),
  });
  const observer = logOutages(log, metrics.commandAnswered);
  const ingest = makeIngest({ ...base, observer });
  const privateListener = makePrivateListener({
    ...base,
    ingestKeys,
    ingest,
    metrics,
    connectionLimits: privateConnections(openFilesMax()),
  });

  const errorAnswer = makeErrorAnswer(config.docUrl);
  const requestId = makeRequestIds(randomBytes);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  const people = makePeople({ ...base, publicUrl: config.publicUrl, secretBox, mail });
  const stopSweep = startIntentoSweep(store.intentos, clock, log);
  const principals = makePrincipals({ llaves: rememberKeys(store.llaves), ...people });
  const auth = makeAuth(store.llaves, principals, clock);
  const hub = makeHub({ ...base, outage, observer: metrics.stream });
  const { webhooks } = webhookService;
  const exports = makeExports({
    ...base,
    onCountFailed: (error) => outage.failed('warn', { err: error }, 'could not count exports'),
  });
  const routes = makeRoutes({ ...base, cursors, hub, exports, webhooks });
  const clientAddress = makeClientAddress(config.trustProxy);
  const lastUses = makeLastUses(store.llaves, log);
  const usage = makeUsage(store.usos, clock, log);
  const limiter = store.makeLimiter(RATE_LIMIT);
  const clientRate = makeClientRate({ limiter, clientAddress, clock });
  const api = makeApi({
    ...base,
    outage,
    routes: Object.values(routes),
    auth,
    limiter,
    clientRate,
    errorAnswer,
    metrics,
    lastUses,
    usage,
  });
  const { publicUrl, publicOrigin, trustProxy } = config;
  const docs = makeDocs({ version, publicUrl, isGuessed: publicOrigin === null, log });
  const enlaces = makeEnlaces({ ...base, publicUrl });
  const { guard, pool } = webhookService;
  const { envios, scheduler } = makeDeliveries({
    ...base,
    ...{ owner, secretBox, exports, enlaces, guard, pool, transport },
  });
  const panel = makePanel({
    ...base,
    outage,
    enlaces,
    envios,
    cursors,
    clientAddress,
    apiRoutes: routes,
    webhooks,
    ...people,
    hasMail: mail.isOn,
    principals,
    sessions: store.makeLimiter(config.panelRequestsPerMinute),
    // In memory on every engine: a refusal must not cost the database anything.
    strangers: makeMemoryLimiter(clock, STRANGER_RATE_LIMIT),
    publicUrl,
    publicOrigin,
    trustProxy,
    version,
    metrics,
  });
  const datos = makeDatos({
    ...base,
    ...{ enlaces, exports, cuentas: store.cuentas, limiter, clientRate, metrics },
  });
  const pages = [docs, panel, datos, makeUnsubscribePage(health.unsubscribing)];
  const publicListener = makePublicListener({
    api,
    clientRate,
    errorAnswer,
    requestId,
    pages,
    log,
    isHttps: publicUrl.startsWith('https:'),
    clients: {
      limits: metrics.connections.bound(
        publicConnections(config, openFilesMax(), log.warn.bind(log)),
      ),
      trustProxy,
      clientAddress,
      observer: metrics.connections,
    },
  });

  const closeAll = async (lingerMs: number): Promise<void> => {
    stopSweep();
    const sent = Promise.all([dispatcher.stop(DRAIN_MS), scheduler.stop()]);
    const closing = { lingerMs, drainMs: DRAIN_MS };
    await Promise.all([
      hub.close(DRAIN_MS),
      publicListener.close(closing),
      privateListener.close(closing),
    ]);
    await exports.close();
    await Promise.all([
      sent,
      ingest.idle(),
      lastUses.flush(),
      usage.flush(),
      enlaces.flush(),
      retention.stop(),
      aging.stop(),
      mail.stop(),
      health.stop(),
    ]);
    await figures.flush();
    await webhookService.close();
    await store.close();
  };
  const shutDown = async (lingerMs: number): Promise<void> => {
    try {
      await withTimeout(closeAll(lingerMs), GIVE_UP_MS, () => new StopTimeout());
    } catch (error) {
      if (!(error instanceof StopTimeout)) throw error;
      log.error('gave up waiting for a clean stop');
    } finally {
      await flushLog(log);
    }
  };
  let stopped: Promise<void> | null = null;
  const stop = (lingerMs = 0): Promise<void> => {
    stopped ??= shutDown(lingerMs);
    return stopped;
  };

  try {
    const privateUrl = await privateListener.listen(config.privateHost, config.privatePort);
    const listening = await publicListener.listen(config.host, config.port);
    retention.start();
    aging.start();
    dispatcher.start();
    mail.start();
    health.start();
    scheduler.start();
    log.info({ publicUrl: listening, privateUrl, engine: store.engine }, 'listening');
    return { publicUrl: listening, privateUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
