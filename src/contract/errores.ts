import Type from 'typebox';
import { both } from './bilingual.ts';
import { Component, field } from './fields.ts';

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

export const ErrorBody = Component('Error', {
  $: both('El cuerpo de todos los errores.', 'The body of every error.'),
  ok: field(Type.Literal(false), 'Siempre false.', 'Always false.', false),
  error: field(
    Type.String(),
    'Mensaje para personas: qué falla y qué se admite.',
    'Message for people, in Spanish: what is wrong and what is allowed.',
    MENSAJES.llave_ausente,
  ),
  codigo: field(
    Type.Enum(Object.keys(ERRORES) as CodigoError[]),
    'Código para programas. Acompaña siempre al mismo estado HTTP.',
    'Code for programs. It always comes with the same HTTP status.',
    'llave_ausente',
  ),
  doc: field(
    Type.String({ format: 'uri' }),
    'Enlace a la documentación de autenticación.',
    'Link to the documentation of authentication.',
    'http://127.0.0.1:8080/docs/autenticacion',
  ),
  valores_validos: field(
    Type.Optional(Type.Array(Type.String())),
    'Con `parametro_invalido`, los valores admitidos o, si son un rango o un formato, un solo texto que lo describe. Con `eventos_caducados`, el id más antiguo que se guarda. Los demás errores no llevan este campo.',
    'With `parametro_invalido`, the allowed values or, for a range or a format, one text that describes it. With `eventos_caducados`, the oldest id that is kept. Other errors do not have this field.',
    [],
  ),
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
