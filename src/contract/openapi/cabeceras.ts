import type { JsonObject } from './schemas.ts';

interface Cabecera {
  description: string;
  schema: JsonObject;
  example: unknown;
}

const text: JsonObject = { type: 'string' };
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum });

/** Headers of answers. */
export const CABECERAS = {
  'X-Request-Id': {
    description:
      'Nombre de la petición en nuestros registros: el que trajo la petición o uno nuevo. Indíquelo al pedir ayuda.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: '5v8k2m9x1c4r-3f',
  },
  'X-RateLimit-Limit': {
    description: 'Peticiones que caben en una ventana de 60 segundos.',
    schema: whole(1),
    example: 60,
  },
  'X-RateLimit-Remaining': {
    description: 'Peticiones que quedan en este momento.',
    schema: whole(0),
    example: 59,
  },
  'X-RateLimit-Reset': {
    description: 'Cuándo queda libre el siguiente hueco, en segundos desde 1970 (UTC).',
    schema: whole(0),
    example: 1_794_686_591,
  },
  RateLimit: {
    description: 'Lo mismo en la forma del IETF: `r`, peticiones que quedan; `t`, segundos.',
    schema: text,
    example: '"llave";r=59;t=60',
  },
  'RateLimit-Policy': {
    description: 'El límite en la forma del IETF: `q`, peticiones; `w`, segundos.',
    schema: text,
    example: '"llave";q=60;w=60',
  },
  'Retry-After': {
    description: 'Segundos enteros que hay que esperar antes de repetir la petición.',
    schema: whole(1),
    example: 12,
  },
  ETag: {
    description: 'Huella de la respuesta. Enviada en `If-None-Match`, ahorra recibirla otra vez.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"p5Z1y8Qm0WcX3vN7tKf2Rg"',
  },
  'Cache-Control': {
    description:
      'La respuesta es de esta llave y hay que revalidarla siempre. En `/stream`, solo `no-cache`.',
    schema: text,
    example: 'private, no-cache',
  },
  Vary: {
    description: 'Cabeceras de la petición de las que depende la respuesta.',
    schema: text,
    example: 'Accept-Encoding, Authorization, Origin',
  },
  'X-Content-Type-Options': {
    description: 'El contenido es del tipo que se dice y no hay que adivinarlo.',
    schema: { type: 'string', const: 'nosniff' },
    example: 'nosniff',
  },
  'X-Accel-Buffering': {
    description: 'Pide a los proxies que no retengan lo que pasa por ellos.',
    schema: { type: 'string', const: 'no' },
    example: 'no',
  },
  Allow: {
    description: 'Métodos que admite la ruta.',
    schema: text,
    example: 'GET, HEAD, OPTIONS',
  },
  'WWW-Authenticate': {
    description: 'Cómo autenticarse.',
    schema: text,
    example: 'Bearer realm="comanda"',
  },
} as const satisfies Record<string, Cabecera>;

export type NombreCabecera = keyof typeof CABECERAS;

/** On every answer, errors included. */
const SIEMPRE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
] as const satisfies NombreCabecera[];

/** The `headers` of a response, by reference. */
export const headersOf = (...names: NombreCabecera[]): JsonObject =>
  Object.fromEntries(
    [...SIEMPRE, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** `components.headers`. Where a response names a header, it is always there. */
export const publishHeaders = (): JsonObject =>
  Object.fromEntries(
    Object.entries(CABECERAS).map(([name, { description, schema, example }]) => [
      name,
      { description, required: true, schema, example },
    ]),
  );
