import { both } from '../bilingual.ts';
import { type CodigoError, ERRORES, type ErrorBody, MENSAJES } from '../errores.ts';
import { ESTADOS } from '../recursos/pedido.ts';
import { headerRefs, type NombreCabecera } from './cabeceras.ts';
import type { JsonObject } from './schemas.ts';

/** When an error happens, in both languages; its message and, where it has them, its `valores_validos`. */
const ejemplo = (es: string, en: string, error: string, valoresValidos?: string[]) => ({
  summary: both(es, en),
  error,
  valoresValidos,
});

const EJEMPLOS_ERROR: Record<CodigoError, ReturnType<typeof ejemplo>> = {
  llave_ausente: ejemplo('No se envió ninguna llave', 'No key was sent', MENSAJES.llave_ausente),
  llave_invalida: ejemplo(
    'La llave está mal escrita o no existe',
    'The key is misspelt or does not exist',
    MENSAJES.llave_invalida,
  ),
  llave_revocada: ejemplo('La llave fue revocada', 'The key was revoked', MENSAJES.llave_revocada),
  llave_expirada: ejemplo(
    'La llave expiró, o terminó el plazo de gracia de su rotación',
    'The key expired, or the grace period of its rotation is over',
    MENSAJES.llave_expirada,
  ),
  alcance_insuficiente: ejemplo(
    'La llave no tiene el alcance de la operación',
    'The key lacks the scope of the operation',
    'La llave no tiene el alcance «pedidos.leer».',
  ),
  restaurante_inactivo: ejemplo(
    'La cuenta del restaurante está suspendida',
    'The account of the restaurant is suspended',
    MENSAJES.restaurante_inactivo,
  ),
  parametro_invalido: ejemplo(
    'Un parámetro tiene un valor que no se admite',
    'A parameter has a value that is not allowed',
    `El parámetro «estado» no admite «perdido»; se admite: ${ESTADOS.join(', ')}.`,
    [...ESTADOS],
  ),
  no_encontrado: ejemplo(
    'No existe, o es de otro restaurante',
    'It does not exist, or belongs to another restaurant',
    'No existe el pedido «ped_01m7dtednjhcfgb5qpqadz4za0».',
  ),
  metodo_invalido: ejemplo(
    'La ruta no admite el método',
    'The route does not allow the method',
    'Método no admitido aquí; se admiten: GET, HEAD, OPTIONS.',
  ),
  eventos_caducados: ejemplo(
    'Ya no se guardan todos los eventos posteriores a ese id',
    'Some of the events after that id are no longer kept',
    'Ya no se guardan todos los eventos posteriores a «evt_00000000019w3x5y4q8rkz2m70»: el más antiguo es «evt_0000002tge9w3x5yhmnmfmx0yk». Lee de nuevo los pedidos.',
    ['evt_0000002tge9w3x5yhmnmfmx0yk'],
  ),
  limite_alcanzado: ejemplo(
    'Más de 60 peticiones en 60 segundos',
    'More than 60 requests in 60 seconds',
    'Se alcanzó el límite de 60 peticiones por minuto; reintenta en 12 s.',
  ),
  cuerpo_demasiado_grande: ejemplo(
    'El cuerpo de la petición es demasiado grande',
    'The body of the request is too large',
    'El cuerpo supera el límite de 20480 bytes.',
  ),
  tipo_no_soportado: ejemplo(
    'El cuerpo de la petición no es JSON',
    'The body of the request is not JSON',
    'El cuerpo ha de ser JSON: envía la cabecera «Content-Type: application/json».',
  ),
  error_interno: ejemplo(
    'Un error del servicio',
    'An error of the service',
    MENSAJES.error_interno,
  ),
  no_disponible: ejemplo(
    'El servicio no puede responder ahora',
    'The service cannot answer now',
    MENSAJES.no_disponible,
  ),
};

type EstadoHttp = (typeof ERRORES)[CodigoError];

/** The response of a status: its name in the document, when it is given, and the headers of its own. */
const respuesta = (name: string, es: string, en: string, ...headers: NombreCabecera[]) => ({
  name,
  description: both(es, en),
  headers: headerRefs(...headers),
});

const RESPUESTAS: Record<EstadoHttp, ReturnType<typeof respuesta>> = {
  400: respuesta(
    'PeticionIncorrecta',
    'Un parámetro no es válido. `valores_validos` dice qué se admite: los valores o, para rangos y formatos, un solo texto.',
    'A parameter is not valid. `valores_validos` says what is allowed: the values or, for ranges and formats, one text.',
  ),
  401: respuesta(
    'SinAutenticar',
    'La llave falta, no es válida, fue revocada o ha expirado: `codigo` dice cuál.',
    'The key is missing, not valid, revoked or expired: `codigo` says which.',
    'WWW-Authenticate',
  ),
  403: respuesta(
    'SinPermiso',
    'La llave no tiene el alcance de la operación, o el restaurante está inactivo.',
    'The key lacks the scope of the operation, or the restaurant is inactive.',
  ),
  404: respuesta(
    'NoEncontrado',
    'El recurso no existe o no es del restaurante de la llave.',
    'The resource does not exist, or does not belong to the key’s restaurant.',
  ),
  405: respuesta(
    'MetodoInvalido',
    'La ruta no admite el método; `Allow` dice cuáles admite.',
    'The route does not allow the method; `Allow` lists those that it does.',
    'Allow',
  ),
  410: respuesta(
    'EventosCaducados',
    'Ya no se guardan todos los eventos posteriores al id; `valores_validos` lleva el id más antiguo que se guarda.',
    'Some of the events after the id are no longer kept; `valores_validos` has the oldest id that is kept.',
  ),
  413: respuesta(
    'CuerpoDemasiadoGrande',
    'El cuerpo de la petición es demasiado grande.',
    'The body of the request is too large.',
  ),
  415: respuesta(
    'TipoNoSoportado',
    'El cuerpo de la petición no es JSON.',
    'The body of the request is not JSON.',
  ),
  429: respuesta(
    'LimiteAlcanzado',
    'Se alcanzó el límite de peticiones; `Retry-After` dice cuánto esperar.',
    'The request limit was reached; `Retry-After` says how long to wait.',
    'Retry-After',
  ),
  500: respuesta(
    'ErrorInterno',
    'Un error del servicio. Indica el `X-Request-Id` al pedir ayuda.',
    'An error of the service. Quote the `X-Request-Id` when you ask for help.',
  ),
  503: respuesta(
    'NoDisponible',
    'El servicio no puede responder ahora. `Retry-After` dice cuándo reintentar la petición.',
    'The service cannot answer now. `Retry-After` says when to retry the request.',
    'Retry-After',
  ),
};

export const errorResponses = (codes: readonly CodigoError[]): JsonObject =>
  Object.fromEntries(
    codes
      .map((codigo) => ERRORES[codigo])
      .map((status) => [status, { $ref: `#/components/responses/${RESPUESTAS[status].name}` }]),
  );

/** `components.responses`: for each status, an example of each of its codes. */
export const publishErrors = (docUrl: string): JsonObject =>
  Object.fromEntries(
    Object.entries(RESPUESTAS).map(([status, { name, description, headers }]) => {
      const examples = (Object.keys(ERRORES) as CodigoError[])
        .filter((codigo) => ERRORES[codigo] === Number(status))
        .map((codigo) => [codigo, example(codigo, docUrl)]);
      const content = {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(examples),
        },
      };
      return [name, { description, headers, content }];
    }),
  );

const example = (codigo: CodigoError, docUrl: string): JsonObject => {
  const { summary, error, valoresValidos } = EJEMPLOS_ERROR[codigo];
  const value: ErrorBody = { ok: false, error, codigo, doc: docUrl };
  return { summary, value: { ...value, valores_validos: valoresValidos } };
};
