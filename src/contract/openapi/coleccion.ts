import type { OpenapiDocument, Operation } from './published.ts';
import type { JsonObject } from './schemas.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Every operation of the document as a Postman collection (v2.1), which Bruno and Insomnia import too. */
export const makeCollection = ({ info, servers, tags, paths }: OpenapiDocument): JsonObject => {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: { name: operation.summary, request: request(path, method, operation), response: [] },
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
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
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
        value: String(example),
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
