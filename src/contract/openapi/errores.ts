import { type CodigoError, ERRORES, type ErrorBody } from '../errores.ts';
import { ESTADOS } from '../recursos/pedido.ts';
import { headersOf, type NombreCabecera } from './cabeceras.ts';
import type { JsonObject } from './schemas.ts';

/** Where the `doc` of an example leads. */
const DOC = 'http://127.0.0.1:8080/docs/autenticacion';

interface EjemploError {
  /** When it happens. */
  summary: string;
  error: string;
  valores_validos?: ErrorBody['valores_validos'];
}

const EJEMPLOS_ERROR: Record<CodigoError, EjemploError> = {
  llave_ausente: {
    summary: 'No se envió ninguna llave',
    error: 'Falta la llave: envíe la cabecera «Authorization: Bearer <API_KEY>».',
  },
  llave_invalida: {
    summary: 'La llave está mal escrita o no existe',
    error: 'La llave no es válida.',
  },
  llave_revocada: { summary: 'La llave fue revocada', error: 'La llave fue revocada.' },
  llave_expirada: {
    summary: 'Pasó la fecha de caducidad de la llave o el plazo de su rotación',
    error: 'La llave ha caducado.',
  },
  alcance_insuficiente: {
    summary: 'La llave no tiene el alcance de la operación',
    error: 'La llave no tiene el alcance «pedidos.leer».',
  },
  restaurante_inactivo: {
    summary: 'La cuenta del restaurante está suspendida',
    error: 'El restaurante está inactivo.',
  },
  parametro_invalido: {
    summary: 'Un parámetro tiene un valor que no se admite',
    error: `El parámetro «estado» no admite «perdido»; se admite: ${ESTADOS.join(', ')}.`,
    valores_validos: [...ESTADOS],
  },
  no_encontrado: {
    summary: 'No existe, o es de otro restaurante',
    error: 'No existe el pedido «ped_01m7dtednjhcfgb5qpqadz4za0».',
  },
  metodo_invalido: {
    summary: 'La ruta no admite el método',
    error: 'Método no admitido aquí; se admiten: GET, HEAD, OPTIONS.',
  },
  eventos_caducados: {
    summary: 'Los eventos que siguen a ese id ya no se guardan',
    error:
      'Ya no se guardan todos los eventos posteriores a «evt_00000000019w3x5y4q8rkz2m70»: el más antiguo es «evt_0000002tge9w3x5yhmnmfmx0yk». Lea de nuevo los pedidos.',
    valores_validos: ['evt_0000002tge9w3x5yhmnmfmx0yk'],
  },
  limite_alcanzado: {
    summary: 'Más de 60 peticiones en 60 segundos',
    error: 'Se alcanzó el límite de 60 peticiones por minuto; reintente en 12 s.',
  },
  cuerpo_demasiado_grande: {
    summary: 'El cuerpo de la petición es demasiado grande',
    error: 'El cuerpo supera el límite de 65536 bytes.',
  },
  tipo_no_soportado: {
    summary: 'El cuerpo de la petición no es JSON',
    error: 'El cuerpo ha de ser «application/json».',
  },
  error_interno: {
    summary: 'Un fallo nuestro',
    error: 'Error interno. Al pedir ayuda, indique el valor de la cabecera X-Request-Id.',
  },
  no_disponible: {
    summary: 'El servicio no puede responder ahora',
    error: 'El servicio no está disponible en este momento. Inténtelo de nuevo.',
  },
};

type EstadoHttp = (typeof ERRORES)[CodigoError];

const RESPUESTAS: Record<
  EstadoHttp,
  { name: string; description: string; headers: NombreCabecera[] }
> = {
  400: {
    name: 'PeticionIncorrecta',
    description:
      'Un parámetro no es válido. `valores_validos` dice qué se admite: una lista de valores o, para rangos y formatos, un texto.',
    headers: [],
  },
  401: {
    name: 'SinAutenticar',
    description: 'La llave falta, no es válida, fue revocada o ha caducado: `codigo` dice cuál.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'SinPermiso',
    description: 'La llave no tiene el alcance de la operación, o el restaurante está inactivo.',
    headers: [],
  },
  404: {
    name: 'NoEncontrado',
    description: 'El recurso no existe o no es del restaurante de la llave.',
    headers: [],
  },
  405: {
    name: 'MetodoInvalido',
    description: 'La ruta no admite el método; `Allow` dice cuáles admite.',
    headers: ['Allow'],
  },
  410: {
    name: 'EventosCaducados',
    description:
      'El id es más antiguo que los eventos que se guardan; `valores_validos` lleva el más antiguo de ellos.',
    headers: [],
  },
  413: {
    name: 'CuerpoDemasiadoGrande',
    description: 'El cuerpo de la petición es demasiado grande.',
    headers: [],
  },
  415: {
    name: 'TipoNoSoportado',
    description: 'El cuerpo de la petición no es JSON.',
    headers: [],
  },
  429: {
    name: 'LimiteAlcanzado',
    description: 'Se alcanzó el límite de peticiones; `Retry-After` dice cuánto esperar.',
    headers: ['Retry-After'],
  },
  500: {
    name: 'ErrorInterno',
    description: 'Un fallo nuestro. `X-Request-Id` permite encontrarlo.',
    headers: [],
  },
  503: {
    name: 'NoDisponible',
    description:
      'El servicio no puede responder ahora. `Retry-After` dice cuándo repetir la petición.',
    headers: ['Retry-After'],
  },
};

const codesOf = (status: EstadoHttp): CodigoError[] =>
  (Object.keys(ERRORES) as CodigoError[]).filter((codigo) => ERRORES[codigo] === status);

const statusesOf = (codes: readonly CodigoError[]): EstadoHttp[] =>
  [...new Set(codes.map((codigo) => ERRORES[codigo]))].sort((a, b) => a - b);

/** The error responses of an operation, by reference. */
export const errorResponses = (codes: readonly CodigoError[]): JsonObject =>
  Object.fromEntries(
    statusesOf(codes).map((status) => [
      String(status),
      { $ref: `#/components/responses/${RESPUESTAS[status].name}` },
    ]),
  );

/** `components.responses`: for each status that an operation may give, an example of each code. */
export const publishErrors = (codes: readonly CodigoError[]): JsonObject =>
  Object.fromEntries(
    statusesOf(codes).map((status) => {
      const { name, description, headers } = RESPUESTAS[status];
      const examples = codesOf(status).map((codigo) => [codigo, example(codigo)]);
      const content = {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(examples),
        },
      };
      return [name, { description, headers: headersOf(...headers), content }];
    }),
  );

const example = (codigo: CodigoError): JsonObject => {
  const { summary, error, valores_validos } = EJEMPLOS_ERROR[codigo];
  const value: ErrorBody = { ok: false, error, codigo, doc: DOC };
  if (valores_validos !== undefined) value.valores_validos = valores_validos;
  return { summary, value };
};
