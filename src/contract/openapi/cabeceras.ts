import { type Bilingual, both } from '../bilingual.ts';
import type { JsonObject } from './schemas.ts';

interface Cabecera {
  description: Bilingual;
  schema: JsonObject;
  example: unknown;
}

export const header = (es: string, en: string, schema: JsonObject, example: unknown): Cabecera => ({
  description: both(es, en),
  schema,
  example,
});

const text: JsonObject = { type: 'string' };
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum });

const CABECERAS = {
  'X-Request-Id': header(
    'Identificador de la petición en nuestros registros: el que traía la petición o uno nuevo. Indícalo al pedir ayuda.',
    'Identifier of the request in our logs: the one that the request carried, or a new one. Quote it when you ask for help.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    '5v8k2m9x1c4r-3f',
  ),
  'X-RateLimit-Limit': header(
    'Peticiones permitidas en cualquier intervalo de 60 segundos.',
    'Requests allowed in any 60 seconds.',
    whole(1),
    60,
  ),
  'X-RateLimit-Remaining': header(
    'Peticiones que quedan en este momento.',
    'Requests that are left at this moment.',
    whole(0),
    59,
  ),
  'X-RateLimit-Reset': header(
    'Cuándo quedará disponible una petición más, en segundos desde 1970 (UTC).',
    'When one more request becomes available, in seconds since 1970 (UTC).',
    whole(0),
    1_794_686_591,
  ),
  RateLimit: header(
    'Las mismas cifras en el formato del IETF: `r`, peticiones que quedan; `t`, segundos hasta que haya una más disponible.',
    'The same figures in the format of the IETF: `r`, requests left; `t`, seconds until one more becomes available.',
    text,
    '"llave";r=59;t=60',
  ),
  'RateLimit-Policy': header(
    'El límite en el formato del IETF: `q`, peticiones; `w`, intervalo en segundos.',
    'The limit in the format of the IETF: `q`, requests; `w`, interval in seconds.',
    text,
    '"llave";q=60;w=60',
  ),
  'Retry-After': header(
    'Segundos enteros que hay que esperar antes de reintentar la petición.',
    'Whole seconds to wait before retrying the request.',
    whole(1),
    12,
  ),
  ETag: header(
    'Identifica esta versión de la respuesta. Envíalo en `If-None-Match`: si nada ha cambiado, la respuesta es 304, sin cuerpo.',
    'Identifies this version of the answer. Send it in `If-None-Match`: if nothing has changed, the answer is 304, without a body.',
    { type: 'string', pattern: '^"[^"]+"$' },
    '"p5Z1y8Qm0WcX3vN7tKf2Rg"',
  ),
  'Cache-Control': header(
    'Solo este cliente puede guardar la respuesta en caché, y ha de revalidarla cada vez. En `/stream`, `no-cache, no-transform`.',
    'Only this client may cache the answer, and it has to revalidate it every time. On `/stream`, `no-cache, no-transform`.',
    text,
    'private, no-cache',
  ),
  Vary: header(
    'Cabeceras de la petición de las que depende la respuesta.',
    'Headers of the request that the answer depends on.',
    text,
    'Accept-Encoding, Authorization, Origin',
  ),
  'X-Content-Type-Options': header(
    'Los navegadores no deben suponer otro tipo que el de `Content-Type`.',
    'Browsers must not guess another type than that of `Content-Type`.',
    { type: 'string', const: 'nosniff' },
    'nosniff',
  ),
  'X-Accel-Buffering': header(
    'Pide a los proxies que no acumulen la respuesta antes de entregarla.',
    'Asks proxies not to buffer the answer.',
    { type: 'string', const: 'no' },
    'no',
  ),
  'Content-Disposition': header(
    'Un nombre para el archivo.',
    'A name for the file.',
    text,
    'attachment; filename="pedidos-2026-11-14.csv"',
  ),
  'X-Posicion': header(
    'La posición en los eventos antes de la primera fila: sigue `/eventos` desde este id para tener una copia sin huecos.',
    'The position in the events before the first row: follow `/eventos` from this id for a copy without gaps.',
    { type: 'string', pattern: '^evt_' },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ),
  Allow: header(
    'Métodos que admite la ruta.',
    'Methods that the route allows.',
    text,
    'GET, HEAD, OPTIONS',
  ),
  'WWW-Authenticate': header(
    'Cómo autenticarse.',
    'How to authenticate.',
    text,
    'Bearer realm="comanda"',
  ),
} satisfies Record<string, Cabecera>;

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

export const headerRefs = (...own: NombreCabecera[]): JsonObject => {
  const always = Object.keys(CABECERAS).filter((name) => !OCASIONALES.includes(name));
  return Object.fromEntries(
    [...always, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
};

/** `components.headers`. A header is `required`, because a response that names it always has it. */
export const publishHeaders = (): JsonObject =>
  Object.fromEntries(
    Object.entries(CABECERAS).map(([name, { description, ...header }]) => [
      name,
      { description, required: true, ...header },
    ]),
  );
