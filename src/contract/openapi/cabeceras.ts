import type { JsonObject } from './schemas.ts';

export type Cabecera = readonly [description: string, schema: JsonObject, example: unknown];

const text: JsonObject = { type: 'string' };
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum });

const CABECERAS = {
  'X-Request-Id': [
    'Identificador de la petición en nuestros registros: el que traía la petición o uno nuevo. Indícalo al pedir ayuda.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    '5v8k2m9x1c4r-3f',
  ],
  'X-RateLimit-Limit': [
    'Peticiones permitidas en cualquier intervalo de 60 segundos.',
    whole(1),
    60,
  ],
  'X-RateLimit-Remaining': ['Peticiones que quedan en este momento.', whole(0), 59],
  'X-RateLimit-Reset': [
    'Cuándo quedará disponible una petición más, en segundos desde 1970 (UTC).',
    whole(0),
    1_794_686_591,
  ],
  RateLimit: [
    'Las mismas cifras en el formato del IETF: `r`, peticiones que quedan; `t`, segundos hasta que haya una más disponible.',
    text,
    '"llave";r=59;t=60',
  ],
  'RateLimit-Policy': [
    'El límite en el formato del IETF: `q`, peticiones; `w`, intervalo en segundos.',
    text,
    '"llave";q=60;w=60',
  ],
  'Retry-After': [
    'Segundos enteros que hay que esperar antes de reintentar la petición.',
    whole(1),
    12,
  ],
  ETag: [
    'Identifica esta versión de la respuesta. Envíalo en `If-None-Match`: si nada ha cambiado, la respuesta es 304, sin cuerpo.',
    { type: 'string', pattern: '^"[^"]+"$' },
    '"p5Z1y8Qm0WcX3vN7tKf2Rg"',
  ],
  'Cache-Control': [
    'Solo este cliente puede guardar la respuesta en caché, y ha de revalidarla cada vez. En `/stream`, `no-cache, no-transform`.',
    text,
    'private, no-cache',
  ],
  Vary: [
    'Cabeceras de la petición de las que depende la respuesta.',
    text,
    'Accept-Encoding, Authorization, Origin',
  ],
  'X-Content-Type-Options': [
    'Los navegadores no deben suponer otro tipo que el de `Content-Type`.',
    { type: 'string', const: 'nosniff' },
    'nosniff',
  ],
  'X-Accel-Buffering': [
    'Pide a los proxies que no acumulen la respuesta antes de entregarla.',
    { type: 'string', const: 'no' },
    'no',
  ],
  'Content-Disposition': [
    'Un nombre para el archivo.',
    text,
    'attachment; filename="pedidos-2026-11-14.csv"',
  ],
  'X-Posicion': [
    'La posición en los eventos antes de la primera fila: sigue `/eventos` desde este id para tener una copia sin huecos.',
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
