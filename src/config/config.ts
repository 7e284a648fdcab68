import { isLoopback, isWildcard, listenerUrl } from './addresses.ts';
import { findStray } from './strays.ts';
import {
  ConfigError,
  cidrs,
  folder,
  host,
  httpUrl,
  oneOf,
  port,
  postgresUrl,
  proxies,
  type Reader,
  secret,
  wholeNumber,
} from './values.ts';

export const DATA_DIR_DEFAULT = './data';

/** Every variable that is read, in the order of the help, which shows the defaults in brackets. */
export const VARIABLES = {
  PORT: 'public port; 0 takes a free one (8080)',
  HOST: 'public address to listen on (127.0.0.1)',
  PRIVATE_PORT: 'port for commands, health and metrics (8081)',
  PRIVATE_HOST: 'its address; beyond loopback INGEST_KEY must be set (127.0.0.1)',
  DATA_DIR: 'folder of the SQLite database and of generated keys (./data)',
  DATABASE_URL: 'PostgreSQL instead of SQLite: postgres://user@host/name',
  DATABASE_REPLICA_URL: 'a standby of it that pages and summaries may be read from (none)',
  CONNECTIONS_MAX: 'open public connections (by the limit on open files)',
  CONNECTIONS_PER_ADDRESS_MAX: 'the same of one client address (256; not of this machine)',
  STALL_SECONDS: 'then a client that reads nothing of its answer is cut off (30)',
  PANEL_REQUESTS_PER_MINUTE: 'requests of one session of the panel (300)',
  INGEST_KEY: 'key of the private port (generated, kept in DATA_DIR/ingest.key)',
  SECRETS_KEY: 'seals the secrets of webhooks (generated, kept in DATA_DIR/secrets.key)',
  PUBLIC_URL: 'how clients reach the public port (http://HOST:PORT)',
  DOC_URL: 'where errors link to (PUBLIC_URL/docs/autenticacion)',
  EVENT_RETENTION_DAYS: 'days that events are kept for streams and the change feed (30)',
  CUSTOMER_DATA_DAYS: 'days after which the customer of an order is forgotten (never)',
  AUDIT_RETENTION_DAYS: 'days that the audit is kept (for good)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (info)',
  TRUST_PROXY: 'number or addresses of the proxies in front (false)',
  WEBHOOK_ALLOW_CIDRS: 'private ranges that webhooks may reach: 10.0.0.0/8,… (none)',
} as const;

type Variable = keyof typeof VARIABLES;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Env = Readonly<Record<string, string | undefined>>;

const LOCAL_HOST = '127.0.0.1';
const INGEST_KEY_CHARS_MIN = 16;
const SECRETS_KEY_CHARS_MIN = 32;
const RETENTION_DAYS_MAX = 3_650;
const CONNECTIONS_MAX = 1_000_000;
const STALL_SECONDS_MAX = 3_600;
const PANEL_REQUESTS_MAX = 100_000;

/** The only reader of the process environment. Throws ConfigError for the first thing that is wrong. */
export const loadConfig = (env: Env = process.env) => {
  const stray = findStray(env, Object.keys(VARIABLES));
  if (stray !== null) throw new ConfigError(stray);

  const read = <T, D>(name: Variable, reader: Reader<T>, fallback: D): T | D => {
    const text = env[name];
    // An empty value is how compose files and shells say "not set".
    return text === undefined || text === '' ? fallback : reader(text, name);
  };
  const listen = {
    host: read('HOST', host, LOCAL_HOST),
    port: read('PORT', port, 8_080),
    privateHost: read('PRIVATE_HOST', host, LOCAL_HOST),
    privatePort: read('PRIVATE_PORT', port, 8_081),
  };
  const ingestKey = read('INGEST_KEY', secret(1), null);
  const givenUrl = read('PUBLIC_URL', httpUrl, null);
  const publicUrl = givenUrl ?? listenerUrl(listen.host, listen.port);
  // HOST may have a zone, as in fe80::1%eth0, which belongs to one machine and which no URL can have.
  if (!URL.canParse(publicUrl)) {
    throw new ConfigError(
      `PUBLIC_URL must be set, because HOST ${listen.host} is no address that clients can use`,
    );
  }
  checkListeners(listen);
  checkIngestKey(listen.privateHost, ingestKey);
  const databaseUrl = read('DATABASE_URL', postgresUrl, null);
  const databaseReplicaUrl = read('DATABASE_REPLICA_URL', postgresUrl, null);
  if (databaseReplicaUrl !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL, the server that it follows');
  }

  return Object.freeze({
    ...listen,
    dataDir: read('DATA_DIR', folder, DATA_DIR_DEFAULT),
    databaseUrl,
    databaseReplicaUrl,
    connectionsMax: read('CONNECTIONS_MAX', wholeNumber(1, CONNECTIONS_MAX), null),
    connectionsPerAddressMax: read(
      'CONNECTIONS_PER_ADDRESS_MAX',
      wholeNumber(1, CONNECTIONS_MAX),
      null,
    ),
    stallSeconds: read('STALL_SECONDS', wholeNumber(1, STALL_SECONDS_MAX), 30),
    panelRequestsPerMinute: read(
      'PANEL_REQUESTS_PER_MINUTE',
      wholeNumber(10, PANEL_REQUESTS_MAX),
      300,
    ),
    ingestKey,
    secretsKey: read('SECRETS_KEY', secret(SECRETS_KEY_CHARS_MIN), null),
    publicUrl,
    /** The origin of our pages; null if PUBLIC_URL is not set, when any name of this machine will do. */
    publicOrigin: givenUrl && new URL(givenUrl).origin,
    docUrl: read('DOC_URL', httpUrl, `${publicUrl}/docs/autenticacion`),
    eventRetentionDays: read('EVENT_RETENTION_DAYS', wholeNumber(1, RETENTION_DAYS_MAX), 30),
    customerDataDays: read('CUSTOMER_DATA_DAYS', wholeNumber(1, RETENTION_DAYS_MAX), null),
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', wholeNumber(1, RETENTION_DAYS_MAX), null),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
    trustProxy: read('TRUST_PROXY', proxies, false),
    webhookAllowCidrs: Object.freeze(read('WEBHOOK_ALLOW_CIDRS', cidrs, [])),
  });
};

export type Config = ReturnType<typeof loadConfig>;

type Listen = Pick<Config, 'host' | 'port' | 'privateHost' | 'privatePort'>;

const checkListeners = (listen: Listen): void => {
  const { privateHost, privatePort } = listen;
  const isSameAddress =
    listen.host === privateHost || isWildcard(listen.host) || isWildcard(privateHost);
  if (isSameAddress && listen.port === privatePort && privatePort !== 0) {
    throw new ConfigError(`PORT and PRIVATE_PORT are both ${privatePort}; they must differ`);
  }
};

/** On a reachable address the key alone keeps strangers from writing orders. */
const checkIngestKey = (privateHost: string, key: string | null): void => {
  if (isLoopback(privateHost) || (key !== null && key.length >= INGEST_KEY_CHARS_MIN)) return;
  throw new ConfigError(
    `INGEST_KEY must be set to at least ${INGEST_KEY_CHARS_MIN} characters, because PRIVATE_HOST ${privateHost} is reachable from other machines`,
  );
};
