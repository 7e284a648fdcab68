import Type from 'typebox';
import { Check } from 'typebox/schema';
import { both } from '../bilingual.ts';
import type { Parametro, Ruta } from '../rutas/ruta.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../rutas/rutas.ts';
import { headerRefs } from './cabeceras.ts';
import { errorResponses } from './errores.ts';
import { type JsonObject, publish } from './schemas.ts';

export const publishPaths = (): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const id of OPERACIONES) {
    const { path, method }: Ruta = RUTAS[id];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(id, RUTAS[id]) };
  }
  return paths;
};

const operation = (id: Operacion, ruta: Ruta): JsonObject => ({
  operationId: id,
  tags: [ruta.tag],
  summary: ruta.summary,
  description: both(
    `${ruta.description.es}\n\nAlcance: \`${ruta.alcance}\`.`,
    `${ruta.description.en}\n\nScope: \`${ruta.alcance}\`.`,
  ),
  security: [
    { llave: [ruta.alcance] },
    ...(takesQueryKey(ruta) ? [{ llaveEnConsulta: [ruta.alcance] }] : []),
  ],
  parameters: [
    ...Object.entries(ruta.params).map(([name, param]) => parameter('path', name, param)),
    ...Object.entries(ruta.query)
      .filter(([name]) => name !== QUERY_KEY)
      .map(([name, param]) => parameter('query', name, param)),
    ...(isEndless(ruta) ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
    ...(hasEtag(ruta) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    { $ref: '#/components/parameters/RequestId' },
  ],
  ...(ruta.body && {
    requestBody: {
      required: !Check(ruta.body, {}),
      content: {
        'application/json': { schema: publish(ruta.body), examples: ruta.bodyExamples },
      },
    },
  }),
  responses: {
    [ruta.response.status]: success(ruta),
    ...(hasEtag(ruta) && { '304': { $ref: '#/components/responses/SinCambios' } }),
    ...errorResponses(ruta.errors),
  },
});

/** The key is a security scheme, not a parameter. */
const QUERY_KEY = 'llave';
const takesQueryKey = ({ query }: Ruta): boolean => Object.hasOwn(query, QUERY_KEY);
const isEndless = ({ response }: Ruta): boolean =>
  response.mediaTypes?.includes('text/event-stream') ?? false;
const hasEtag = ({ method, response }: Ruta): boolean =>
  method === 'GET' && response.mediaTypes === undefined;

const success = (ruta: Ruta): JsonObject => {
  const { description, examples, mediaTypes = ['application/json'], headers = [] } = ruta.response;
  const shown = { schema: publish(ruta.response.schema), examples };
  const [first = '', ...others] = mediaTypes;
  const content = {
    [first]: shown,
    ...Object.fromEntries(others.map((mediaType) => [mediaType, { schema: shown.schema }])),
  };
  return {
    description,
    headers: headerRefs(...headers, ...(hasEtag(ruta) ? (['ETag'] as const) : [])),
    content,
  };
};

const parameter = (
  place: 'path' | 'query',
  name: string,
  { schema, description, example, required = place === 'path' }: Parametro,
): JsonObject => ({
  name,
  in: place,
  required,
  description,
  ...(Type.IsArray(schema) && { style: 'form', explode: false }),
  schema: publish(schema),
  ...(required
    ? { example: exampleValue(schema, example) }
    : { examples: disabledExample(exampleValue(schema, example)) }),
});

/** The example of an optional value is disabled: the API reference must not fill it into every request. */
const disabledExample = (value: unknown): JsonObject => ({
  ejemplo: { value, 'x-disabled': true },
});

/** Routes write examples as they stand in a URL; the document needs the parsed value. */
const exampleValue = (schema: Type.TSchema, example: string): unknown => {
  if (Type.IsArray(schema)) return example.split(',');
  return Type.IsInteger(schema) || Type.IsBoolean(schema) ? JSON.parse(example) : example;
};

const requestHeader = (
  name: string,
  es: string,
  en: string,
  example: string,
  schema: JsonObject = {},
): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description: both(es, en),
  schema: { type: 'string', ...schema },
  examples: disabledExample(example),
});

export const publishParameters = (): JsonObject => ({
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'El `ETag` de una respuesta anterior: si nada ha cambiado, la respuesta es 304.',
    'The `ETag` of an earlier answer: if nothing has changed, the answer is 304.',
    '"p5Z1y8Qm0WcX3vN7tKf2Rg"',
  ),
  LastEventId: requestHeader(
    'Last-Event-ID',
    'El último `id` que recibiste: el flujo sigue con el evento posterior.',
    'The last `id` that you received: the stream goes on with the event after it.',
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ),
  RequestId: requestHeader(
    'X-Request-Id',
    'Identificador que elijas para la petición; la respuesta lo repite.',
    'An identifier of your choice for the request; the answer repeats it.',
    'export-2026-11-14.1',
    { pattern: '^[A-Za-z0-9._-]{1,64}$' },
  ),
});
