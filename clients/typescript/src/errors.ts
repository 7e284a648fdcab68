import { readText } from './read-text.ts';
import type { ErrorBody } from './types.ts';

/** An answer of the API that is an error. */
export class ComandaError extends Error {
  override name = 'ComandaError';
  readonly status: number;
  /** The API's own name of the error, as `llave_revocada`; empty when something before the API answered. */
  readonly codigo: string;
  /** The values that are allowed. */
  readonly validos: string[] | undefined;
  /** Names the request in the service's log: say it when you ask for help. */
  readonly requestId: string;
  /** Seconds after which to try again, if the answer says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: Partial<ErrorBody>) {
    const location = response.headers.get('location');
    const elsewhere = location === null ? '' : `, redirected to ${location}`;
    super(body.error ?? `HTTP ${response.status}${elsewhere}`);
    this.status = response.status;
    this.codigo = body.codigo ?? '';
    this.validos = body.valores_validos;
    this.requestId = response.headers.get('x-request-id') ?? '';
    // A proxy may send a date instead; the service never does.
    const seconds = /^\d{1,6}$/.exec(response.headers.get('retry-after') ?? '')?.[0];
    this.retryAfter = seconds === undefined ? undefined : Number(seconds);
  }

  static async of(response: Response): Promise<ComandaError> {
    const body: unknown = await readText(response)
      .then(JSON.parse)
      .catch(() => null);
    const isOurs = typeof body === 'object' && body !== null && 'codigo' in body;
    return new ComandaError(response, isOurs ? (body as ErrorBody) : {});
  }
}

/** The stream cannot go on without a gap: read the orders anew, then follow again. */
export class ResetError extends Error {
  override name = 'ResetError';
}

/** A delivery that the service did not send, or that cannot be checked; `reason` says what is wrong. */
export class SignatureError extends Error {
  override name = 'SignatureError';
  readonly reason: 'body' | 'header' | 'secret' | 'mismatch' | 'runtime';

  constructor(reason: SignatureError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
