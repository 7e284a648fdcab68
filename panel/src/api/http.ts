import { PANEL_ROOT } from '../base-path.ts';

/** An error answer of the server; `status` 0 when the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly codigo: string;
  readonly retryAfterS: number | null;
  readonly validValues: unknown;
  /** The field of the body that was refused, if the server named one. */
  readonly campo: string | null;

  constructor(
    status: number,
    codigo: string,
    message: string,
    more: { retryAfterS?: number | null; validValues?: unknown; campo?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.codigo = codigo;
    this.retryAfterS = more.retryAfterS ?? null;
    this.validValues = more.validValues;
    this.campo = more.campo ?? null;
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;

const BASE = `${PANEL_ROOT}/api`;
const TIMEOUT_MS = 30_000;

export const apiUrl = (path: string, query: Query = {}): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
};

const request = async (
  method: string,
  url: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> => {
  const headers: Record<string, string> = { accept: 'application/json' };
  // The server's CSRF check: another site's form or link cannot send this header.
  if (method !== 'GET') headers['x-comanda-panel'] = '1';
  if (body !== undefined) headers['content-type'] = 'application/json';
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  return send(url, init, signal, deadline);
};

/** An abort by `signal` throws the browser's error; past the deadline the server counts as unreachable. */
const send = async (
  url: string,
  init: RequestInit,
  signal?: AbortSignal,
  deadline?: AbortSignal,
): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: anyOf(signal, deadline) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  // An HTML page comes from a captive portal or a proxy in between: the server never answers with one here.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw unreachable();
  if (!response.ok) throw await refusal(response);
  return response;
};

/** `AbortSignal.any`, which an outdated iPad does not have. */
const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal => {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal === undefined) continue;
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return either.signal;
};

const unreachable = (): ApiError => new ApiError(0, 'sin_conexion', 'sin conexión');

/** The browser does not send back the cookie that it has just been given. */
export const withoutCookies = (): ApiError => new ApiError(400, 'sin_cookies', '');

const refusal = async (response: Response): Promise<ApiError> => {
  const retryAfter = Number(response.headers.get('retry-after'));
  const retryAfterS = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null;
  try {
    const body = (await response.json()) as {
      codigo?: string;
      error?: string;
      valores_validos?: unknown;
      campo?: string;
    };
    if (body.codigo === undefined) return unreachable();
    return new ApiError(response.status, body.codigo, body.error ?? '', {
      retryAfterS,
      validValues: body.valores_validos,
      campo: body.campo ?? null,
    });
  } catch {
    return unreachable();
  }
};

const json = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response;
  try {
    return (await answer.json()) as T;
  } catch {
    throw unreachable();
  }
};

export const get = <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
  json<T>(request('GET', apiUrl(path, query), undefined, signal));

export const getText = async (path: string, signal?: AbortSignal): Promise<string> =>
  (await request('GET', apiUrl(path), undefined, signal)).text();

/** An answer whose body may take any time. */
export const getFile = (url: string, signal: AbortSignal): Promise<Response> =>
  send(url, {}, signal);

export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  json<T>(request('POST', apiUrl(path), body));

export const patch = <T>(path: string, body: unknown): Promise<T> =>
  json<T>(request('PATCH', apiUrl(path), body));

export const del = <T>(path: string): Promise<T> =>
  json<T>(request('DELETE', apiUrl(path), undefined));

export const streamUrl = (path: string, lastEventId: string | null): string =>
  apiUrl(path, { 'Last-Event-ID': lastEventId });
