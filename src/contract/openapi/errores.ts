import { type CodigoError, ERRORES, type ErrorBody, MENSAJES } from '../errores.ts';
import { ESTADOS } from '../recursos/pedido.ts';
import { headersOf, type NombreCabecera } from './cabeceras.ts';
import type { JsonObject } from './schemas.ts';

/** When an error happens, its message and, where it has them, its `valores_validos`. */
type EjemploError = readonly [summary: string, error: string, valoresValidos?: string[]];

const EJEMPLOS_ERROR: Record<CodigoError, EjemploError> = {
  llave_ausente: ['No se envió ninguna llave', MENSAJES.llave_ausente],
  llave_invalida: ['La llave está mal escrita o no existe', MENSAJES.llave_invalida],
  llave_revocada: ['La llave fue revocada', MENSAJES.llave_revocada],
  llave_expirada: [
    'La llave expiró, o terminó el plazo de gracia de su rotación',
    MENSAJES.llave_expirada,
  ],
  alcance_insuficiente: [
    'La llave no tiene el alcance de la operación',
    'La llave no tiene el alcance «pedidos.leer».',
  ],
  restaurante_inactivo: [
    'La cuenta del restaurante está suspendida',
    MENSAJES.restaurante_inactivo,
  ],
  parametro_invalido: [
    'Un parámetro tiene un valor que no se admite',
    `El parámetro «estado» no admite «perdido»; se admite: ${ESTADOS.join(', ')}.`,
    [...ESTADOS],
  ],
  no_encontrado: [
    'No existe, o es de otro restaurante',
    'No existe el pedido «ped_01m7dtednjhcfgb5qpqadz4za0».',
  ],
  metodo_invalido: [
    'La ruta no admite el método',
    'Método no admitido aquí; se admiten: GET, HEAD, OPTIONS.',
  ],
  eventos_caducados: [
    'Ya no se guardan todos los eventos posteriores a ese id',
    'Ya no se guardan todos los eventos posteriores a «evt_00000000019w3x5y4q8rkz2m70»: el más antiguo es «evt_0000002tge9w3x5yhmnmfmx0yk». Lee de nuevo los pedidos.',
    ['evt_0000002tge9w3x5yhmnmfmx0yk'],
  ],
  limite_alcanzado: [
    'Más de 60 peticiones en 60 segundos',
    'Se alcanzó el límite de 60 peticiones por minuto; reintenta en 12 s.',
  ],
  cuerpo_demasiado_grande: [
    'El cuerpo de la petición es demasiado grande',
    'El cuerpo supera el límite de 65536 bytes.',
  ],
  tipo_no_soportado: [
    'El cuerpo de la petición no es JSON',
    'El cuerpo ha de ser JSON: envía la cabecera «Content-Type: application/json».',
  ],
  error_interno: ['Un error del servicio', MENSAJES.error_interno],
  no_disponible: ['El servicio no puede responder ahora', MENSAJES.no_disponible],
};

type EstadoHttp = (typeof ERRORES)[CodigoError];

/** The response of a status: its name in the document, when it is given, and the headers of its own. */
type Respuesta = readonly [name: string, description: string, ...headers: NombreCabecera[]];

const RESPUESTAS: Record<EstadoHttp, Respuesta> = {
  400: [
    'PeticionIncorrecta',
    'Un parámetro no es válido. `valores_validos` dice qué se admite: una lista de valores o, para rangos y formatos, un texto.',
  ],
  401: [
    'SinAutenticar',
    'La llave falta, no es válida, fue revocada o ha expirado: `codigo` dice cuál.',
    'WWW-Authenticate',
  ],
  403: [
    'SinPermiso',
    'La llave no tiene el alcance de la operación, o el restaurante está inactivo.',
  ],
  404: ['NoEncontrado', 'El recurso no existe o no es del restaurante de la llave.'],
  405: ['MetodoInvalido', 'La ruta no admite el método; `Allow` dice cuáles admite.', 'Allow'],
  410: [
    'EventosCaducados',
    'Ya no se guardan todos los eventos posteriores al id; `valores_validos` lleva el id más antiguo que se guarda.',
  ],
  413: ['CuerpoDemasiadoGrande', 'El cuerpo de la petición es demasiado grande.'],
  415: ['TipoNoSoportado', 'El cuerpo de la petición no es JSON.'],
  429: [
    'LimiteAlcanzado',
    'Se alcanzó el límite de peticiones; `Retry-After` dice cuánto esperar.',
    'Retry-After',
  ],
  500: ['ErrorInterno', 'Un error del servicio. Indica el `X-Request-Id` al pedir ayuda.'],
  503: [
    'NoDisponible',
    'El servicio no puede responder ahora. `Retry-After` dice cuándo reintentar la petición.',
    'Retry-After',
  ],
};

export const errorResponses = (codes: readonly CodigoError[]): JsonObject =>
  Object.fromEntries(
    codes
      .map((codigo) => ERRORES[codigo])
      .map((status) => [status, { $ref: `#/components/responses/${RESPUESTAS[status][0]}` }]),
  );

/** `components.responses`: for each status, an example of each of its codes. */
export const publishErrors = (docUrl: string): JsonObject =>
  Object.fromEntries(
    Object.entries(RESPUESTAS).map(([status, [name, description, ...headers]]) => {
      const examples = (Object.keys(ERRORES) as CodigoError[])
        .filter((codigo) => ERRORES[codigo] === Number(status))
        .map((codigo) => [codigo, example(codigo, docUrl)]);
      const content = {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(examples),
        },
      };
      return [name, { description, headers: headersOf(...headers), content }];
    }),
  );

const example = (codigo: CodigoError, docUrl: string): JsonObject => {
  const [summary, error, valores_validos] = EJEMPLOS_ERROR[codigo];
  const value: ErrorBody = { ok: false, error, codigo, doc: docUrl };
  return { summary, value: valores_validos ? { ...value, valores_validos } : value };
};
