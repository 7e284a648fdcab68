import type Type from 'typebox';
import { OPERACIONES, type Operacion, type Parametro, RUTAS, type Ruta } from '../rutas.ts';
import { headersOf } from './cabeceras.ts';
import { EJEMPLOS } from './ejemplos/ejemplos.ts';
import { errorResponses } from './errores.ts';
import { type JsonObject, publish } from './schemas.ts';

/** `paths`, in the order of the route table. */
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
  description: `${ruta.description}\n\nAlcance: \`${ruta.alcance}\`.`,
  security: [{ llave: [ruta.alcance] }],
  parameters: [
    ...Object.entries(ruta.params).map(([name, param]) => parameter('path', name, param)),
    ...Object.entries(ruta.query).map(([name, param]) => parameter('query', name, param)),
    ...(ruta.method === 'GET' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    { $ref: '#/components/parameters/RequestId' },
  ],
  ...(ruta.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: publish(ruta.body) } },
    },
  }),
  responses: {
    [ruta.response.status]: success(id, ruta),
    ...(ruta.method === 'GET' && { '304': { $ref: '#/components/responses/SinCambios' } }),
    ...errorResponses(ruta.errors),
  },
});

const success = (id: Operacion, { method, response }: Ruta): JsonObject => ({
  description: response.description,
  headers: method === 'GET' ? headersOf('ETag') : headersOf(),
  content: { 'application/json': { schema: publish(response.schema), examples: EJEMPLOS[id] } },
});

const parameter = (
  place: 'path' | 'query',
  name: string,
  { schema, description, example }: Parametro,
): JsonObject => ({
  name,
  in: place,
  required: place === 'path',
  description,
  ...(isArray(schema) && { style: 'form', explode: false }),
  schema: publish(schema),
  ...(place === 'path'
    ? { example: exampleValue(schema, example) }
    : { examples: shown(exampleValue(schema, example)) }),
});

/** An example of what may be left out: the reference must not fill it into every request. */
const shown = (value: unknown): JsonObject => ({ ejemplo: { value, 'x-disabled': true } });

const isArray = (schema: Type.TSchema): boolean => 'type' in schema && schema.type === 'array';

/** An example is written as in an address; the document wants the value that it stands for. */
const exampleValue = (schema: Type.TSchema, example: string): unknown => {
  if (isArray(schema)) return example.split(',');
  const type = 'type' in schema ? schema.type : undefined;
  return type === 'integer' || type === 'boolean' ? JSON.parse(example) : example;
};

/** `components.parameters`: request headers that every operation understands. */
export const publishParameters = (): JsonObject => ({
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'El `ETag` de una respuesta anterior: si nada ha cambiado, la respuesta es 304.',
    schema: { type: 'string' },
    examples: shown('"p5Z1y8Qm0WcX3vN7tKf2Rg"'),
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Nombre que quiera darle a la petición; vuelve en la respuesta.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    examples: shown('export-2026-11-14.1'),
  },
});
