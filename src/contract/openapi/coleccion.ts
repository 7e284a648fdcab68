import type { OpenapiDocument, Operation } from './published.ts';
import type { JsonObject } from './schemas.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Every operation of the document as a Postman collection (v2.1), which Bruno and Insomnia import too. */
export const makeCollection = ({ info, servers, tags, paths }: OpenapiDocument): JsonObject => {
  const lists = listsOf(paths);
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: {
        name: operation.summary,
        ...takeId(path, method, lists),
        request: request(path, method, operation),
        response: [],
      },
    })),
  );
  return {
    info: {
      name: info.title,
      description: info.description,
      version: info.version,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{llave}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: servers[0]?.url ?? '' },
      { key: 'llave', value: '' },
      ...lists.map((path) => ({ key: idOf(path), value: '' })),
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
};

/** The lists whose elements have an operation of their own. */
const listsOf = (paths: OpenapiDocument['paths']): string[] =>
  Object.keys(paths).filter((path) => paths[path]?.['get'] && paths[`${path}/{id}`] !== undefined);

/** The variable that holds the id of the first element of a list. */
const idOf = (path: string): string => `${path.slice(1).replace(/s$/, '')}_id`;

/** A list that was read gives the requests about one element its id. */
const takeId = (path: string, method: string, lists: readonly string[]): JsonObject => {
  if (method !== 'get' || !lists.includes(path)) return {};
  const exec = [
    'const [first] = pm.response.json().datos ?? [];',
    `if (first) pm.collectionVariables.set('${idOf(path)}', first.id);`,
  ];
  return { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
};

const request = (path: string, method: string, operation: Operation): JsonObject => {
  const inPlace = (place: string) => operation.parameters.filter((each) => each.in === place);
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const [body] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  return {
    method: method.toUpperCase(),
    description: operation.description,
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{base_url}}/${segments}`,
      host: ['{{base_url}}'],
      path: segments.split('/'),
      variable: inPlace('path').map(({ name, description, example }) => ({
        key: name,
        value:
          name === 'id' ? `{{${idOf(path.slice(0, path.indexOf('/{id}')))}}}` : String(example),
        description,
      })),
      // Disabled unless required: an example does not suit every request, so the user switches it on.
      query: inPlace('query').map(({ name, description, required, example, examples }) => ({
        key: name,
        value: String(example ?? examples?.ejemplo.value ?? ''),
        description,
        disabled: !required,
      })),
    },
    ...(body !== undefined && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(body.value, null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
  };
};
