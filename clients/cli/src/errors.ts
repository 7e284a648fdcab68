import { ComandaError, NetworkError, ResetError } from '@comanda/client';
import { isUntrusted } from '@comanda/client/internal';
import {
  codeOf,
  type Description,
  EXIT as EVERY_EXIT,
  Failure,
  messageOf,
  oneLine,
  UsageError,
} from '@comanda/command-line';

export const EXIT = { ...EVERY_EXIT, key: 3, target: 4, unreachable: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const describeError = (error: unknown): Description => {
  const { line, code } = describe(error);
  return { line: oneLine(line), code };
};

const describe = (error: unknown): Description => {
  if (error instanceof UsageError) return { line: error.message, code: EXIT.usage };
  if (error instanceof Failure) return { line: error.message, code: error.code };
  if (error instanceof ComandaError) return describeAnswer(error);
  if (error instanceof ResetError) return { line: error.message, code: EXIT.failed };
  // JSON.parse failed: another site or a proxy answers.
  if (error instanceof SyntaxError) return { line: wrongAddressLine(error), code: EXIT.failed };
  if (isUntrusted(error)) {
    const why = messageOf((error as Error).cause ?? error);
    return { line: `the certificate of the service is not trusted: ${why}`, code: EXIT.failed };
  }
  const broken = brokenConnection(error);
  if (broken !== null)
    return { line: `the service does not answer: ${broken}`, code: EXIT.unreachable };
  return {
    line: `unexpected error: ${messageOf(error)} (COMANDA_DEBUG=1 shows more)`,
    code: EXIT.failed,
  };
};

const wrongAddressLine = ({ message }: Error): string =>
  `COMANDA_URL is not the URL of the service: ${message}`;

/** The API's messages are Spanish; this command speaks English. */
const REFUSALS: Readonly<Record<string, string>> = {
  llave_ausente: 'the key is missing: set COMANDA_KEY',
  llave_invalida:
    'the key is wrong: check COMANDA_KEY, and that it belongs to the service at COMANDA_URL',
  llave_revocada: 'the key was revoked: ask for a new one',
  llave_expirada: 'the key has expired: ask for a new one',
  restaurante_inactivo: 'the account is suspended: ask the operator of the service',
};

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const TOO_MANY = 429;

const describeAnswer = (error: ComandaError): Description => {
  const { status, codigo, requestId } = error;
  const id = requestId === '' ? '' : ` (${codigo || status}, request ${requestId})`;
  if (codigo === 'alcance_insuficiente') {
    const scope = missingScope(error) ?? 'for this';
    return { line: `the key lacks the scope ${scope}${id}`, code: EXIT.key };
  }
  const refusal = REFUSALS[codigo];
  if (refusal !== undefined || status === UNAUTHORIZED || status === FORBIDDEN) {
    return { line: `${refusal ?? `the key is refused: ${error.message}`}${id}`, code: EXIT.key };
  }
  if (status === TOO_MANY) return { line: `too many requests${id}`, code: EXIT.unreachable };
  const isRedirect = status >= 300 && status < 400;
  const isForeign = status === NOT_FOUND && codigo === '';
  if (isRedirect || isForeign) return { line: wrongAddressLine(error), code: EXIT.failed };
  const isDown = status >= 500;
  const allowed = error.validos === undefined ? '' : `; allowed: ${error.validos.join(', ')}`;
  return {
    line: `the service answered ${status}: ${error.message}${allowed}${id}`,
    code: isDown ? EXIT.unreachable : EXIT.failed,
  };
};

/** Whether the same request may succeed in a while. */
export const isPassingAnswer = ({ status }: ComandaError): boolean =>
  status === TOO_MANY || status >= 500;

/** The scope that a refused request needs: only the message of the answer names it. */
export const missingScope = (error: unknown): string | undefined =>
  error instanceof ComandaError && error.codigo === 'alcance_insuficiente'
    ? /«([a-z.]{1,40})»/.exec(error.message)?.[1]
    : undefined;

/** Why a connection broke; null if the error is something else. */
export const brokenConnection = (error: unknown): string | null => {
  if (!(error instanceof Error) || isUntrusted(error)) return null;
  const isFetch =
    error instanceof NetworkError || ['fetch failed', 'terminated'].includes(error.message);
  // The client's errors and ours for a silent or broken connection begin like this.
  const isSilent =
    error.message.startsWith('the service ') || error.message.startsWith('the stream ');
  if (!isFetch && !isSilent) return null;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = codeOf(cause);
  // OpenSSL's own message names a line of its source.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not use TLS; COMANDA_URL may have to begin with http://';
  return cause.message || code || error.message;
};
