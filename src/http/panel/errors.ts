import { QueueFullError } from '../../platform/async/fair-queue.ts';
import { codeOf } from '../../platform/error-codes.ts';
import { type Answer, JSON_HEADERS, okJson } from '../answer/answer.ts';
import { ApiError } from '../api/errors.ts';
import { CodedError } from '../errors.ts';
import { SchemaViolation } from '../validator.ts';

export const ERRORES_PANEL = {
  parametro_invalido: 400,
  clave_debil: 400,
  sesion_ausente: 401,
  pantalla_retirada: 401,
  credenciales_invalidas: 401,
  segundo_factor_incorrecto: 401,
  reto_caducado: 410,
  peticion_rechazada: 403,
  sin_permiso: 403,
  restaurante_inactivo: 403,
  no_encontrado: 404,
  metodo_invalido: 405,
  conflicto: 409,
  falta_expiracion: 409,
  enlace_invalido: 410,
  cuerpo_demasiado_grande: 413,
  tipo_no_soportado: 415,
  demasiados_intentos: 429,
  limite_alcanzado: 429,
  error_interno: 500,
  no_disponible: 503,
} as const;

type CodigoPanel = keyof typeof ERRORES_PANEL;

const isCodigoPanel = (codigo: string): codigo is CodigoPanel =>
  Object.hasOwn(ERRORES_PANEL, codigo);

export class PanelError extends CodedError<CodigoPanel> {
  override name = 'PanelError';
}

export const errorAnswer = ({ codigo, message, extra }: PanelError): Answer => {
  const { campo, valoresValidos, headers } = extra;
  return {
    ...okJson({ ok: false, error: message, codigo, campo, valores_validos: valoresValidos }),
    status: ERRORES_PANEL[codigo],
    headers: { ...JSON_HEADERS, ...headers },
  };
};

/** Errors of handlers shared with the public API and of the framework; null for an unexpected one. */
export const toPanelError = (error: unknown, bodyLimit: number): PanelError | null => {
  if (error instanceof PanelError) return error;
  if (error instanceof QueueFullError) {
    const message = 'Hay demasiadas personas entrando a la vez. Inténtalo de nuevo.';
    return new PanelError('no_disponible', message, { headers: { 'retry-after': '2' } });
  }
  if (error instanceof SchemaViolation) {
    const { pointer, reason } = error;
    return invalid(pointer, pointer === '' ? 'El cuerpo no es válido.' : `${pointer}: ${reason}.`);
  }
  if (error instanceof ApiError && isCodigoPanel(error.codigo)) {
    return new PanelError(error.codigo, error.message, error.extra);
  }
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(bodyLimit);
    // The client has gone: it reads no answer, and this is no failure of ours.
    case 'ECONNRESET':
      return new PanelError('parametro_invalido', 'La petición no llegó entera.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new PanelError('tipo_no_soportado', 'El cuerpo debe ser application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalid('', 'El cuerpo no es JSON válido.');
    default:
      return null;
  }
};

/** `allowed` describes the values that would be right. */
export const invalid = (campo: string, message: string, allowed?: string): PanelError =>
  new PanelError('parametro_invalido', message, {
    campo,
    valoresValidos: allowed === undefined ? undefined : [allowed],
  });

export const conflict = (message: string, campo?: string): PanelError =>
  new PanelError('conflicto', message, { campo });

export const tooMany = (message: string, retrySeconds: number): PanelError =>
  new PanelError('limite_alcanzado', message, { headers: { 'retry-after': String(retrySeconds) } });

export const sessionEnded = (): PanelError =>
  new PanelError('sesion_ausente', 'La sesión ha terminado. Entra de nuevo.');

export const tooLarge = (maxBytes: number): PanelError =>
  new PanelError('cuerpo_demasiado_grande', `El cuerpo supera el límite de ${maxBytes} bytes.`);

export const notFound = (what = 'No existe.'): PanelError => new PanelError('no_encontrado', what);
