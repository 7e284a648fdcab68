import { INGEST_KEY_FILE, readKeyFile } from '../../../admin/keys/key-file.ts';
import { listenerUrl } from '../../../config/addresses.ts';
import { type Finding, fault, ok, warning } from '../../../platform/finding.ts';
import { ask, type Check, whyUnanswered } from './check.ts';

/** The service that runs with these settings, by its private listener. */
export const checkService: Check = async (config) => {
  const url = listenerUrl(config.privateHost, config.privatePort);
  let ready: Response;
  try {
    ready = await ask(`${url}/ready`);
  } catch (error) {
    return warning(
      `${url} does not answer: ${whyUnanswered(error)}`,
      'start the service, or run this where it runs, with its environment',
    );
  }
  if (!ready.ok) {
    return fault(`${url}/ready answers ${ready.status}`, 'its log says what it waits for');
  }
  const [key] = config.ingestKeys ?? [await readKeyFile(INGEST_KEY_FILE, config.dataDir)];
  return key === null || key === undefined ? noKey(url) : tryKey(url, key);
};

const noKey = (url: string): Finding =>
  fault(
    `${url} is ready, and there is no ingest key here`,
    'set INGEST_KEY or DATA_DIR as it has them',
  );

const tryKey = async (url: string, key: string): Promise<Finding> => {
  const { status } = await ask(`${url}/metrics`, { authorization: `Bearer ${key}` });
  if (status === 200) return ok(`${url} is ready and takes the ingest key`);
  return fault(
    `${url} is ready and refuses the ingest key (${status})`,
    'give every process the same INGEST_KEY',
  );
};

export const checkMail: Check = async (config) => {
  if (config.mail === null) return ok('off: SMTP_URL and MAIL_FROM are not set');
  const { makeSmtp } = await import('../../../mail/smtp.ts');
  const { host } = new URL(config.mail.url);
  try {
    await makeSmtp(config.mail).verify();
    return ok(`${host} takes mail from ${config.mail.from}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fault(`${host} takes no mail: ${why}`, 'check SMTP_URL, its user and its password');
  }
};
