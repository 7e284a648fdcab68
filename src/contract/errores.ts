import Type from 'typebox';
import { Exact } from './scalars.ts';

/** Every error the public API can give: one catalogue, status beside code. */
export const ERRORES = {
  llave_ausente: 401,
  llave_invalida: 401,
  llave_revocada: 401,
  llave_expirada: 401,
  alcance_insuficiente: 403,
  restaurante_inactivo: 403,
  parametro_invalido: 400,
  no_encontrado: 404,
  metodo_invalido: 405,
  eventos_caducados: 410,
  limite_alcanzado: 429,
  cuerpo_demasiado_grande: 413,
  tipo_no_soportado: 415,
  error_interno: 500,
  no_disponible: 503,
} as const;

export type CodigoError = keyof typeof ERRORES;

/** Messages that do not depend on the request. */
export const MENSAJES = {
  llave_ausente: 'Falta la llave: envía la cabecera «Authorization: Bearer <API_KEY>».',
  llave_invalida: 'La llave no es válida.',
  llave_revocada: 'La llave fue revocada.',
  llave_expirada: 'La llave ha expirado.',
  restaurante_inactivo: 'El restaurante está inactivo.',
  no_encontrado: 'No existe esta ruta.',
  error_interno: 'Error interno. Al pedir ayuda, indica el valor de la cabecera X-Request-Id.',
  no_disponible: 'El servicio no está disponible en este momento. Inténtalo de nuevo.',
} as const satisfies Partial<Record<CodigoError, string>>;

export const ErrorBody = Exact({
  ok: Type.Literal(false),
  error: Type.String(),
  codigo: Type.Enum(Object.keys(ERRORES) as CodigoError[]),
  doc: Type.String({ format: 'uri' }),
  valores_validos: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String()])),
});

export type ErrorBody = Type.Static<typeof ErrorBody>;

export const RECHAZOS = [
  'json_invalido',
  'comando_invalido',
  'no_encontrado',
  'transicion_invalida',
  'ingesta_no_habilitada',
  'conflicto',
  'no_disponible',
] as const;

export type CodigoRechazo = (typeof RECHAZOS)[number];
