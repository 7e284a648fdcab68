import { isLoopback, isWildcard, listenerUrl } from './addresses.ts';
import { findStray } from './strays.ts';
import {
  ConfigError,
  callUrl,
  cidrs,
  folder,
  host,
  httpUrl,
  mailFrom,
  oneOf,
  port,
  postgresUrl,
  proxies,
  type Reader,
  secrets,
  signingSecret,
  smtpUrl,
  wholeNumber,
} from './values.ts';

export const DATA_DIR_DEFAULT = './data';

/** Every variable that is read, in the order of the help, which shows each default in brackets. */
export const VARIABLES = {
  PORT: 'port of the public listener; 0 picks a free one (8080)',
  HOST: 'address of the public listener (127.0.0.1)',
  PRIVATE_PORT: 'port of the private listener: commands, health, metrics (8081)',
  PRIVATE_HOST: 'its address; unless loopback, INGEST_KEY is required (127.0.0.1)',
  DATA_DIR: 'folder of the SQLite database and of generated keys (./data)',
  DATABASE_URL: 'use PostgreSQL instead of SQLite: postgres://user@host/name',
  DATABASE_REPLICA_URL: 'read replica (standby) for pages of orders and summaries (none)',
  CONNECTIONS_MAX: 'maximum of open public connections (derived from ulimit -n)',
  CONNECTIONS_PER_ADDRESS_MAX: 'maximum per client address (256; unlimited from this machine)',
  STALL_SECONDS: 'seconds after which a client that reads nothing is cut off (30)',
  PANEL_REQUESTS_PER_MINUTE: 'rate limit of a panel session (300)',
  INGEST_KEY: 'keys for the private listener: new,old (generated in DATA_DIR/ingest.key)',
  SECRETS_KEY: 'encrypts the secrets of webhooks: new,old (generated in DATA_DIR/secrets.key)',
  PUBLIC_URL: 'URL at which clients reach the service (http://HOST:PORT)',
  DOC_URL: 'page that errors link to (PUBLIC_URL/docs/autenticacion)',
  EVENT_RETENTION_DAYS: 'days that events are kept for streams and the change feed (30)',
  CUSTOMER_DATA_DAYS: 'days after which an order loses its customer data (never)',
  AUDIT_RETENTION_DAYS: 'days after which audit entries are deleted (never)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (info)',
  TRUST_PROXY: 'number of reverse proxies in front, or their addresses (false)',
  SMTP_URL: 'mail server: smtp://user:password@host:587 or smtps://… (mail is off)',
  MAIL_FROM: 'sender of mail: Comanda <avisos@example.com>',
  OPERATOR_WEBHOOK_URL: 'called when something is wrong with the service or a restaurant (none)',
  OPERATOR_WEBHOOK_SECRET: 'signs these calls: 64 hexadecimal characters',
  WEBHOOK_ALLOW_CIDRS: 'private networks that webhooks may reach: 10.0.0.0/8,… (none)',
} as const;

type Variable = keyof typeof VARIABLES;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Env = Readonly<Record<string, string | undefined>>;

const LOCAL_HOST = '127.0.0.1';
export const INGEST_KEY_CHARS_MIN = 24;
const SECRETS_KEY_CHARS_MIN = 32;
const retentionDays = wholeNumber(1, 3_650);
const connections = wholeNumber(1, 1_000_000);
const stallSeconds = wholeNumber(1, 3_600);
const panelRequests = wholeNumber(10, 100_000);

/** Beside the settings, because the command line needs it even if these are wrong. */
export const readTerm = (env: Env = process.env): string | undefined => env['TERM'];

/** Reads the settings from the process environment. Throws ConfigError for the first thing that is wrong. */
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
  const ingestKeys = read('INGEST_KEY', secrets(1), null);
  const givenUrl = read('PUBLIC_URL', httpUrl, null);
  const publicUrl = givenUrl ?? listenerUrl(listen.host, listen.port);
  // HOST may have a zone, as in fe80::1%eth0, which belongs to one machine and which no URL can have.
  if (!URL.canParse(publicUrl)) {
    throw new ConfigError(
      `PUBLIC_URL must be set, because HOST ${listen.host} cannot be part of a URL`,
    );
  }
  checkListeners(listen);
  checkIngestKey(listen.privateHost, ingestKeys);
  const databaseUrl = read('DATABASE_URL', postgresUrl, null);
  const databaseReplicaUrl = read('DATABASE_REPLICA_URL', postgresUrl, null);
  if (databaseReplicaUrl !== null && databaseUrl === null) {
    throw new ConfigError(
      'DATABASE_REPLICA_URL requires DATABASE_URL, the primary that it follows',
    );
  }
  const smtp = read('SMTP_URL', smtpUrl, null);
  const from = read('MAIL_FROM', mailFrom, null);
  if ((smtp === null) !== (from === null)) {
    throw new ConfigError('SMTP_URL and MAIL_FROM must be set together');
  }
  const operatorUrl = read('OPERATOR_WEBHOOK_URL', callUrl, null);
  const operatorSecret = read('OPERATOR_WEBHOOK_SECRET', signingSecret, null);
  if ((operatorUrl === null) !== (operatorSecret === null)) {
    throw new ConfigError('OPERATOR_WEBHOOK_URL and OPERATOR_WEBHOOK_SECRET must be set together');
  }

  return Object.freeze({
    ...listen,
    dataDir: read('DATA_DIR', folder, DATA_DIR_DEFAULT),
    databaseUrl,
    databaseReplicaUrl,
    connectionsMax: read('CONNECTIONS_MAX', connections, null),
    connectionsPerAddressMax: read('CONNECTIONS_PER_ADDRESS_MAX', connections, null),
    stallSeconds: read('STALL_SECONDS', stallSeconds, 30),
    panelRequestsPerMinute: read('PANEL_REQUESTS_PER_MINUTE', panelRequests, 300),
    ingestKeys,
    secretsKeys: read('SECRETS_KEY', secrets(SECRETS_KEY_CHARS_MIN), null),
    publicUrl,
    /** The origin of our pages; null if PUBLIC_URL is not set, when any name of this machine will do. */
    publicOrigin: givenUrl && new URL(givenUrl).origin,
    docUrl: read('DOC_URL', httpUrl, `${publicUrl}/docs/autenticacion`),
    eventRetentionDays: read('EVENT_RETENTION_DAYS', retentionDays, 30),
    customerDataDays: read('CUSTOMER_DATA_DAYS', retentionDays, null),
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', retentionDays, null),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
    trustProxy: read('TRUST_PROXY', proxies, false),
    operatorWebhook:
      operatorUrl === null || operatorSecret === null
        ? null
        : Object.freeze({ url: operatorUrl, secret: operatorSecret }),
    /** Null: mail is off. */
    mail: smtp === null || from === null ? null : Object.freeze(mailServer(smtp, from)),
    /** A switch of Node's own. */
    isTlsUnchecked: env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    webhookAllowCidrs: Object.freeze(read('WEBHOOK_ALLOW_CIDRS', cidrs, [])),
  });
};

export type Config = ReturnType<typeof loadConfig>;

/** A password never travels in clear text, except within this machine. */
const mailServer = (url: string, from: string) => {
  const { username, hostname } = new URL(url);
  return { url, from, requireTls: username !== '' && !isLoopback(hostname) };
};

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
const checkIngestKey = (privateHost: string, keys: readonly string[] | null): void => {
  if (isLoopback(privateHost) || keys?.every(({ length }) => length >= INGEST_KEY_CHARS_MIN))
    return;
  throw new ConfigError(
    `INGEST_KEY must be set to at least ${INGEST_KEY_CHARS_MIN} characters, because PRIVATE_HOST ${privateHost} is reachable from other machines`,
  );
};
