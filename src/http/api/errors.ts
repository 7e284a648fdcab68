import { type CodigoError, ERRORES, MENSAJES } from '../../contract/errores.ts';
import { TOKENS } from '../../contract/ids.ts';
import { RATE_LIMIT } from '../../domain/sliding-window.ts';
import { type Answer, type HeaderList, JSON_HEADERS, okJson } from '../wire/answer.ts';
import { CodedError } from '../wire/coded-error.ts';

type ValoresValidos = string | readonly string[];

export class ApiError extends CodedError<CodigoError> {
  override name = 'ApiError';
}

export const invalid = (message: string, valoresValidos: ValoresValidos): ApiError =>
  new ApiError('parametro_invalido', message, { valoresValidos });

type FixedError = keyof typeof MENSAJES;

/** Hides keys: a message may quote the request, and a client may send its key in the wrong place. */
const hideTokens = (text: string): string => text.replace(TOKENS, 'svc_***');

/** Makes every error answer of the public API. `docUrl` is what `doc` links to. */
export const makeErrors = (docUrl: string) => {
  const answer = (codigo: CodigoError, message: string, extra: ApiError['extra'] = {}): Answer => {
    const { valoresValidos: valores_validos, headers = [] } = extra;
    const status = ERRORES[codigo];
    const error = hideTokens(message);
    return {
      ...okJson({ ok: false, error, codigo, doc: docUrl, valores_validos }),
      status,
      headers: [...JSON_HEADERS, ...statusHeaders(status), ...headers],
    };
  };

  const badRequest = answer(
    'parametro_invalido',
    'La petición no es HTTP válido, sus cabeceras son demasiado grandes o no llegó entera a tiempo.',
    { valoresValidos: 'HTTP/1.1, hasta 16 KiB de cabeceras, en 30 s' },
  );

  const entries = Object.entries(MENSAJES) as [FixedError, string][];
  const fixed = Object.fromEntries(
    entries.map(([codigo, message]) => [codigo, answer(codigo, message)]),
  ) as Record<FixedError, Answer>;

  return {
    fixed,
    missingScope: (alcance: string): Answer =>
      answer('alcance_insuficiente', `La llave no tiene el alcance «${alcance}».`),
    wrongMethod: (allow: string): Answer =>
      answer('metodo_invalido', `Método no admitido aquí; se admiten: ${allow}.`, {
        headers: ['Allow', allow],
      }),
    tooMany: (retrySeconds: number): Answer =>
      answer(
        'limite_alcanzado',
        `Se alcanzó el límite de ${RATE_LIMIT} peticiones por minuto; reintenta en ${retrySeconds} s.`,
        { headers: ['Retry-After', String(retrySeconds)] },
      ),
    tooManyConnections: (max: number): Answer =>
      answer(
        'limite_alcanzado',
        `Hay demasiadas conexiones abiertas desde tu dirección; se admiten ${max}.`,
        { headers: ['Retry-After', '1'] },
      ),
    badParameter: (message: string, valoresValidos: ValoresValidos): Answer =>
      answer('parametro_invalido', message, { valoresValidos }),
    badAddress: answer('parametro_invalido', 'La dirección está mal codificada.', {
      valoresValidos: 'UTF-8 codificado con %XX',
    }),
    badRequest,
    /** For routes that also take the key as a query parameter. */
    missingQueryKey: answer(
      'llave_ausente',
      'Falta la llave: envíala en el parámetro «llave» o en la cabecera «Authorization: Bearer <API_KEY>».',
    ),
    of: ({ codigo, message, extra }: ApiError): Answer => answer(codigo, message, extra),
  };
};

export type Errors = ReturnType<typeof makeErrors>;

const OUTAGE_RETRY_SECONDS = '2';

/** HTTP requires a 401 to say how to authenticate; a 503 says when to come back. */
const statusHeaders = (status: number): HeaderList => {
  if (status === 401) return ['WWW-Authenticate', 'Bearer realm="comanda"'];
  if (status === 503) return ['Retry-After', OUTAGE_RETRY_SECONDS];
  return [];
};
