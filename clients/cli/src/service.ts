import { createHash } from 'node:crypto';
import { type CallOptions, Comanda, ComandaError, type ComandaOptions } from '@comanda/client';
import { type Http, makeHttp, sleep } from '@comanda/client/internal';
import { formatDuration, UsageError } from '@comanda/command-line';
import type { Clock } from './clock.ts';

/** The environment variables, as help explains them. */
export const VARIABLES: Readonly<Record<string, string>> = {
  COMANDA_URL: 'URL of the service, such as https://comanda.example',
  COMANDA_KEY: 'API key, svc_live_…; there is no option for it, because process lists show options',
  COMANDA_DEBUG: '1 prints the stack trace of an error',
};

/** The service that a command speaks to. */
export interface Service {
  /** Its origin and path, without a trailing slash and without `/api`. */
  readonly url: string;
  readonly key: string;
  readonly comanda: Comanda;
  /** The client's request core, for answers of which more than the JSON is needed. */
  readonly http: Http;
  /** Tells accounts apart in the names of files; the key cannot be found from it. */
  readonly fingerprint: string;
}

const FINGERPRINT_CHARS = 16;

export const FIRST_CONTACT_RETRIES = 3;

/** For the first request: few retries, so that a wrong address shows soon. Later failures are retried as long as it takes. */
export const firstContact = ({ url, key }: Pick<Service, 'url' | 'key'>): Http =>
  makeHttp({ url, key, retries: FIRST_CONTACT_RETRIES });

/** Longer than the waits of a first contact that is refused at once: that ends with its error alone. */
export const TOLD_FIRST_CONTACT_MS = 5_000;

/** Proves that the service can be reached. It ignores an error answer: the command's own requests will report it. */
export const reachService = async (
  service: Pick<Service, 'url' | 'key'>,
  { say, ...call }: CallOptions & { say?: (line: string) => void } = {},
): Promise<void> => {
  const telling = setTimeout(
    () => say?.('the service has not answered yet; still trying'),
    TOLD_FIRST_CONTACT_MS,
  );
  try {
    await firstContact(service).json('/restaurante', call);
  } catch (error) {
    if (!(error instanceof ComandaError)) throw error;
  } finally {
    clearTimeout(telling);
  }
};

/** Waits are announced once they add up to this: somebody at a terminal would wonder. */
const TOLD_WAIT_MS = 2_000;

/** Waits before a request is repeated. */
export const makeWait = (onWait: (ms: number) => void): NonNullable<ComandaOptions['wait']> => {
  let untoldMs = 0;
  return (ms, signal) => {
    untoldMs += ms;
    if (untoldMs >= TOLD_WAIT_MS) {
      untoldMs = 0;
      onWait(ms);
    }
    return sleep(ms, signal);
  };
};

export const waitLine = (ms: number): string =>
  `the service is busy or away; retrying in ${formatDuration(ms)}`;

export const readService = (env: Readonly<Record<string, string | undefined>>): Service => {
  const url = readUrl(env['COMANDA_URL']);
  const key = readKey(env['COMANDA_KEY']);
  const hash = createHash('sha256').update(`${url}\n${key}`).digest('hex');
  return {
    url,
    key,
    comanda: new Comanda({ url, key }),
    http: makeHttp({ url, key }),
    fingerprint: hash.slice(0, FINGERPRINT_CHARS),
  };
};

/** Now by the clock of the service, because it is compared with the service's times: our clock may be wrong. */
export const serviceNowMs = ({ headers }: Response, clock: Clock): number =>
  Date.parse(headers.get('date') ?? '') || clock.now();

const readUrl = (text = ''): string => {
  if (text === '') {
    throw new UsageError(`COMANDA_URL is not set: ${VARIABLES['COMANDA_URL']}`);
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new UsageError('COMANDA_URL must be an https:// or http:// URL without user or query');
  }
  return `${url.origin}${url.pathname}`.replace(/\/$/, '').replace(/\/api$/, '');
};

/** No message contains the key's text. */
const readKey = (text = ''): string => {
  const key = text.trim();
  if (key === '') throw new UsageError('COMANDA_KEY is not set: it is the API key, svc_live_…');
  if (/^[\x21-\x7e]{1,512}$/.test(key)) return key;
  throw new UsageError('COMANDA_KEY is not an API key: it has characters that no key has');
};
