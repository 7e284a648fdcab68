import { ComandaError } from './errors.ts';
import { NetworkError } from './network.ts';
import { readText, TIMEOUT_MS } from './read-text.ts';

export interface ComandaOptions {
  /** Where the service is, with or without `/api`: `https://comanda.example`. */
  url: string;
  /** The API key. */
  key: string;
  /** How often a request is retried, if it may be (after 429, 502 to 504, broken connections); 0: never. */
  retries?: number;
  /** How long the service may be silent, until its answer begins and within it. The body of `export` has no limit. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Waits before a retry. Replace it to report the wait, or in tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

interface Call extends CallOptions {
  method?: string;
  query?: Query | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Raises the timeout, for an answer that takes longer than others. */
  timeoutMsMin?: number;
}

const RETRIES = 6;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 30_000;
/** A timer treats more as 1. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Sends requests with the key, retries them if that is safe, and throws errors of the API as exceptions. */
export const makeHttp = (options: ComandaOptions) => {
  const { url: given, key, retries = RETRIES, timeoutMs = TIMEOUT_MS, wait = sleep } = options;
  const ask = options.fetch ?? fetch;
  // Refused here: each attempt would fail as if the service were away, and `events` would try for ever.
  for (const [name, value] of Object.entries({ url: given, key })) {
    if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`${name} is missing`);
  }
  if (!(retries >= 0)) throw new TypeError(`retries must be 0 or more: ${retries}`);
  if (!(timeoutMs > 0 && timeoutMs <= TIMER_MS_MAX)) {
    throw new TypeError(`timeoutMs must be between 1 and ${TIMER_MS_MAX}: ${timeoutMs}`);
  }
  const base = `${given
    .trim()
    .replace(/\/$/, '')
    .replace(/\/api$/, '')}/api`;
  const { url } = new Request(base, { headers: { authorization: `Bearer ${key}` } });
  if (!url.startsWith('http')) {
    throw new TypeError(`url must begin with https:// or http://: ${url}`);
  }

  const attempt = async (path: string, call: Call): Promise<Response> => {
    const { method = 'GET', query, body, headers, signal, timeoutMsMin = 0 } = call;
    const patienceMs = Math.max(timeoutMs, timeoutMsMin);
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`the service does not answer within ${patienceMs / 1_000} s`)),
      patienceMs,
    );
    try {
      const response = await ask(base + path + encodeQuery(query), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect that is followed loses the key on its way to another origin, and turns a POST into a GET.
        redirect: 'manual',
        signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      });
      if (!response.ok) throw await ComandaError.of(response);
      return response;
    } catch (error) {
      if (error instanceof ComandaError || signal?.aborted) throw error;
      throw new NetworkError(base, error);
    } finally {
      clearTimeout(timer);
    }
  };

  const repeat = async <T>(
    work: () => Promise<T>,
    { method = 'GET', signal }: Call,
  ): Promise<T> => {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        // Another site would answer the same again.
        const delayMs = error instanceof SyntaxError ? null : delayBefore(error, attempts, method);
        if (signal?.aborted || attempts >= retries || delayMs === null) throw error;
        await wait(delayMs, signal);
      }
    }
  };

  return {
    /** The answer, its body not yet read. */
    request: (path: string, call: Call = {}): Promise<Response> =>
      repeat(() => attempt(path, call), call),
    /** The same without retries, for a caller that has its own. */
    requestOnce: attempt,
    json: <T>(path: string, call: Call = {}): Promise<T> =>
      // The body is read within the retries, because the connection may break within it.
      repeat(async () => {
        const response = await attempt(path, call);
        return parseAnswer<T>(await readText(response, timeoutMs), base + path);
      }, call),
    wait,
  };
};

export type Http = ReturnType<typeof makeHttp>;

/** Every answer has one of these fields. */
const FIELDS = ['id', 'datos', 'pedido_id', 'categorias', 'kpis'];
const EXCERPT_CHARS = 60;

/** Parses the service's answer. Fails with a SyntaxError if another site or a proxy answered. */
export const parseAnswer = <T>(text: string, url: string): T => {
  const value = parseWhole(text);
  const isObject = typeof value === 'object' && value !== null;
  if (isObject && FIELDS.some((name) => name in value)) return value as T;
  throw new SyntaxError(`${url} answered ${text.slice(0, EXCERPT_CHARS)}`);
};

/** Some proxies end a broken answer as if it were whole: it begins like one of the service. */
const parseWhole = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw /^(\{|$)/.test(text) ? new Error('the service broke off within its answer') : error;
  }
};

/**
 * How long to wait before a retry; null if there must be none. A request over the limit was not carried out, so any
 * may be retried; after any other error only one that reads is.
 */
export const delayBefore = (error: unknown, attempts: number, method: string): number | null => {
  if (!isOverLimit(error) && !(method === 'GET' && isPassing(error))) return null;
  const backoffMs = Math.min(BACKOFF_MS * 2 ** attempts, BACKOFF_MS_MAX);
  const askedMs = error instanceof ComandaError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return askedMs + Math.random() * backoffMs;
};

const isOverLimit = (error: unknown): boolean =>
  error instanceof ComandaError && error.status === 429;

/** Whether the same request may succeed in a while. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ComandaError ? isOverLimit(error) || error.status >= 502 : !isUntrusted(error);

/** Whether the service's certificate is refused: unlike other broken connections, that is permanent. */
export const isUntrusted = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = (error.cause ?? error) as { code?: unknown; message?: unknown };
  // Deno gives no code.
  return /CERT|^UNABLE_TO_/.test(String(code)) || /invalid peer cert/.test(String(message));
};

/** Lists are joined by commas, as the API takes them. */
const encodeQuery = (query: Query = {}): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
};

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
