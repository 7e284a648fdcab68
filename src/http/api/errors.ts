import { type CodigoError, ERRORES, MENSAJES } from '../../contract/errores.ts';
import { TOKENS } from '../../contract/ids.ts';
import { RATE_LIMIT } from '../../domain/sliding-window.ts';
import { codeOf } from '../../platform/error-codes.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import { type Answer, type Headers, JSON_HEADERS, okJson } from '../answer/answer.ts';
import { CodedError } from '../errors.ts';

export class ApiError extends CodedError<CodigoError> {
  override name = 'ApiError';
}

/** `allowed`: the values that would be right, or a text that describes them. */
export const invalid = (message: string, allowed: string | readonly string[]): ApiError =>
  new ApiError('parametro_invalido', message, {
    valoresValidos: typeof allowed === 'string' ? [allowed] : allowed,
  });

/** An error whose message is always the same. */
export const fixedError = (codigo: keyof typeof MENSAJES): ApiError =>
  new ApiError(codigo, MENSAJES[codigo]);

/** For routes that also take the key as a query parameter. */
export const missingQueryKey = (): ApiError =>
  new ApiError(
    'llave_ausente',
    'Falta la llave: envíala en el parámetro «llave» o en la cabecera «Authorization: Bearer <API_KEY>».',
  );

/** The key may be right, but the header does not say what it is. */
export const notBearer = (): ApiError =>
  new ApiError(
    'llave_invalida',
    'A la cabecera «Authorization» le falta «Bearer» delante de la llave: «Authorization: Bearer <API_KEY>».',
  );

export const tooManyRequests = (retrySeconds: number): ApiError =>
  new ApiError(
    'limite_alcanzado',
    `Se alcanzó el límite de ${RATE_LIMIT} peticiones por minuto; reintenta en ${retrySeconds} s.`,
    { headers: { 'retry-after': String(retrySeconds) } },
  );

export const tooManyConnections = (max: number): ApiError =>
  new ApiError(
    'limite_alcanzado',
    `Hay demasiadas conexiones abiertas desde tu dirección; se admiten ${max}.`,
    { headers: { 'retry-after': '1' } },
  );

export const badAddress = (): ApiError =>
  invalid('La dirección está mal codificada.', 'UTF-8 codificado con %XX');

export const badHost = (): ApiError =>
  invalid('La petición debe llevar una cabecera «Host», y solo una.', 'el nombre del servicio');

export const badRequest = (): ApiError =>
  invalid(
    'La petición no es HTTP válido, sus cabeceras son demasiado grandes o no llegó entera a tiempo.',
    'HTTP/1.1, hasta 16 KiB de cabeceras, en 30 s',
  );

export const wrongMethod = (allow: string): ApiError =>
  new ApiError('metodo_invalido', `Método no admitido aquí; se admiten: ${allow}.`, {
    headers: { allow },
  });

export const missingScope = (alcance: string): ApiError =>
  new ApiError('alcance_insuficiente', `La llave no tiene el alcance «${alcance}».`);

export const tooLarge = (bytesMax: number): ApiError =>
  new ApiError('cuerpo_demasiado_grande', `El cuerpo supera el límite de ${bytesMax} bytes.`);

export const notJson = (): ApiError =>
  new ApiError(
    'tipo_no_soportado',
    'El cuerpo ha de ser JSON: envía la cabecera «Content-Type: application/json».',
  );

/** The error that stands for one of the framework or the storage; null for an unexpected one. */
export const toApiError = (error: unknown, bodyBytesMax: number): ApiError | null => {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageBusyError) return fixedError('no_disponible');
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(bodyBytesMax);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    // The client has gone: it reads no answer, and this is no failure of ours.
    case 'ECONNRESET':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('La petición no llegó entera.', 'un cuerpo entero');
    default:
      return null;
  }
};

/** Hides keys: a message may quote the request, and a client may send its key in the wrong place. */
const hideTokens = (text: string): string => text.replace(TOKENS, 'svc_***');

/** Makes the contract's answer to an error. `docUrl` is what `doc` links to. */
export const makeErrorAnswer =
  (docUrl: string) =>
  ({ codigo, message, extra: { valoresValidos, headers } }: ApiError): Answer => {
    const status = ERRORES[codigo];
    const error = hideTokens(message);
    return {
      ...okJson({ ok: false, error, codigo, doc: docUrl, valores_validos: valoresValidos }),
      status,
      headers: { ...JSON_HEADERS, ...statusHeaders(status), ...headers },
    };
  };

export type ErrorAnswer = ReturnType<typeof makeErrorAnswer>;

const OUTAGE_RETRY_SECONDS = '2';

/** HTTP requires a 401 to say how to authenticate; a 503 says when to come back. */
const statusHeaders = (status: number): Headers => {
  if (status === 401) return { 'www-authenticate': 'Bearer realm="comanda"' };
  if (status === 503) return { 'retry-after': OUTAGE_RETRY_SECONDS };
  return {};
};
