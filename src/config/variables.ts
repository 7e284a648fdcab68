/** Every variable that is read, in the order in which they are explained, with its default. */
export const VARIABLES = {
  PORT: 'public port; 0 takes a free one (8080)',
  HOST: 'public address to listen on (127.0.0.1)',
  PRIVATE_PORT: 'port for commands, health and metrics (8081)',
  PRIVATE_HOST: 'its address; beyond loopback INGEST_KEY must be set (127.0.0.1)',
  DATA_DIR: 'folder of the SQLite database and of generated keys (./data)',
  DATABASE_URL: 'PostgreSQL instead of SQLite: postgres://user@host/name',
  DATABASE_REPLICA_URL: 'a standby of it that pages and summaries may be read from (none)',
  INGEST_KEY: 'key of the private port (generated, kept in DATA_DIR/ingest.key)',
  SECRETS_KEY: 'seals the secrets of webhooks (generated, kept in DATA_DIR/secrets.key)',
  PUBLIC_URL: 'how clients reach the public port (http://HOST:PORT)',
  DOC_URL: 'where errors link to (PUBLIC_URL/docs/autenticacion)',
  EVENT_RETENTION_DAYS: 'days that events are kept for streams and the change feed (30)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (info)',
  TRUST_PROXY: 'number or addresses of the proxies in front (false)',
  WEBHOOK_ALLOW_CIDRS: 'private ranges that webhooks may reach: 10.0.0.0/8,… (none)',
} as const;

export type Variable = keyof typeof VARIABLES;
export const VARIABLE_NAMES = Object.keys(VARIABLES) as Variable[];
