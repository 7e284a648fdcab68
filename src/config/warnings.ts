import { isLoopback } from './addresses.ts';
import { type Config, INGEST_KEY_CHARS_MIN } from './config.ts';

/** Settings that work and are likely to be a mistake: a line each, for the log of a start. */
export const warningsOf = (config: Config): string[] => {
  const { host, publicOrigin, webhookAllowCidrs, ingestKeys, databaseUrl, secretsKeys } = config;
  const warnings: string[] = [];
  if (!isLoopback(host) && !publicOrigin?.startsWith('https:')) {
    const what = publicOrigin === null ? 'PUBLIC_URL is not set' : 'PUBLIC_URL begins with http:';
    warnings.push(
      `HOST ${host} is reachable from other machines and ${what}: keys and passwords travel in the clear`,
    );
  }
  if (webhookAllowCidrs.some(({ prefix }) => prefix === 0)) {
    warnings.push('WEBHOOK_ALLOW_CIDRS allows every address: webhooks may reach internal services');
  }
  if (ingestKeys?.some(({ length }) => length < INGEST_KEY_CHARS_MIN)) {
    warnings.push(
      `INGEST_KEY has fewer than ${INGEST_KEY_CHARS_MIN} characters: it can be guessed`,
    );
  }
  if (config.isTlsUnchecked) {
    warnings.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, so anyone may read what webhooks send',
    );
  }
  if (databaseUrl !== null && secretsKeys === null) {
    warnings.push(
      'SECRETS_KEY is not set: using the key in DATA_DIR. Every process on this database needs the same key',
    );
  }
  return warnings;
};
