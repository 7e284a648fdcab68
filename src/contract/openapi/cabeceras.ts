import type { JsonObject } from './schemas.ts';

export type Cabecera = readonly [description: string, schema: JsonObject, example: unknown];

const text: JsonObject = { type: 'string' };
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum });

const CABECERAS = {
  'X-Request-Id': [
    'Nombre de la petición en nuestros registros: el que trajo la petición o uno nuevo. Indícalo al pedir ayuda.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    '5v8k2m9x1c4r-3f',
  ],
  'X-RateLimit-Limit': ['Peticiones que caben en una ventana de 60 segundos.', whole(1), 60],
  'X-RateLimit-Remaining': ['Peticiones que quedan en este momento.', whole(0), 59],
  'X-RateLimit-Reset': [
    'Cuándo queda libre el siguiente hueco, en segundos desde 1970 (UTC).',
    whole(0),
    1_794_686_591,
  ],
  RateLimit: [
    'Lo mismo en la forma del IETF: `r`, peticiones que quedan; `t`, segundos.',
    text,
    '"llave";r=59;t=60',
  ],
  'RateLimit-Policy': [
    'El límite en la forma del IETF: `q`, peticiones; `w`, segundos.',
    text,
    '"llave";q=60;w=60',
  ],
  'Retry-After': [
    'Segundos enteros que hay que esperar antes de repetir la petición.',
    whole(1),
    12,
  ],
  ETag: [
    'Huella de la respuesta. Enviada en `If-None-Match`, ahorra recibirla otra vez.',
    { type: 'string', pattern: '^"[^"]+"$' },
    '"p5Z1y8Qm0WcX3vN7tKf2Rg"',
  ],
  'Cache-Control': [
    'La respuesta es de esta llave y hay que revalidarla siempre. En `/stream`, `no-cache, no-transform`.',
    text,
    'private, no-cache',
  ],
  Vary: [
    'Cabeceras de la petición de las que depende la respuesta.',
    text,
    'Accept-Encoding, Authorization, Origin',
  ],
  'X-Content-Type-Options': [
    'El contenido es del tipo que se dice y no hay que adivinarlo.',
    { type: 'string', const: 'nosniff' },
    'nosniff',
  ],
  'X-Accel-Buffering': [
    'Pide a los proxies que no retengan lo que pasa por ellos.',
    { type: 'string', const: 'no' },
    'no',
  ],
  'Content-Disposition': [
    'Un nombre para el archivo.',
    text,
    'attachment; filename="pedidos-2026-11-14.csv"',
  ],
  'X-Posicion': [
    'El id con el que seguir `/eventos` para tener una copia sin huecos: la posición antes de la primera fila.',
    { type: 'string', pattern: '^evt_' },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ],
  Allow: ['Métodos que admite la ruta.', text, 'GET, HEAD, OPTIONS'],
  'WWW-Authenticate': ['Cómo autenticarse.', text, 'Bearer realm="comanda"'],
} as const satisfies Record<string, Cabecera>;

export type NombreCabecera = keyof typeof CABECERAS;

/** The headers of some answers only. All others are on every answer, errors included. */
const OCASIONALES = [
  'Retry-After',
  'ETag',
  'X-Accel-Buffering',
  'Allow',
  'WWW-Authenticate',
  'Content-Disposition',
  'X-Posicion',
];

export const headersOf = (...own: NombreCabecera[]): JsonObject => {
  const always = Object.keys(CABECERAS).filter((name) => !OCASIONALES.includes(name));
  return Object.fromEntries(
    [...always, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
};

/** `components.headers`. A header is `required`, because a response that names it always has it. */
export const publishHeaders = (): JsonObject =>
  Object.fromEntries(
    Object.entries(CABECERAS).map(([name, [description, schema, example]]) => [
      name,
      { description, required: true, schema, example },
    ]),
  );
