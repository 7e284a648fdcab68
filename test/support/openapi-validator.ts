// Holds real answers of the public API against openapi.json, which is all that an integrator knows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { ERRORES } from '../../src/contract/errores.ts';

/** An answer as it was read from the socket. */
export interface RealAnswer {
  method: string;
  /** With or without `/api` in front and a query behind. */
  path: string;
  status: number;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Decompressed; empty when there was none. */
  body: string | Uint8Array;
}

type Json = { readonly [key: string]: unknown };
interface ResponseObject {
  headers?: Record<string, Json>;
  content?: Record<string, { schema: Json }>;
}
type Operation = { responses: Record<string, Json> };

interface OpenapiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Json;
    headers: Record<string, { required: boolean; schema: Json }>;
    responses: Record<string, ResponseObject>;
  };
}

const ROOT = join(import.meta.dirname, '..', '..');

export const readOpenapi = (): OpenapiDocument =>
  JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));

/** Throws with all that is wrong about an answer. */
export const assertMatchesOpenapi = (answer: RealAnswer): void => {
  const problems = openapiProblems(answer);
  const { method, path, status } = answer;
  assert.ok(
    problems.length === 0,
    `${method} ${path} → ${status} is not what openapi.json says:\n  ${problems.join('\n  ')}`,
  );
};

/** The deviations of an answer from the document, a line each; none when it is as documented. */
export const openapiProblems = (answer: RealAnswer): string[] => {
  const { method, status, body } = answer;
  const path = answer.path.replace(/^\/api(?=[/?]|$)/, '').replace(/\?.*$/s, '');
  if (method === 'OPTIONS' && status < 300) return empty(body, 'an answer to OPTIONS');
  // Of any path of the document with a slash behind it.
  if (status === 308 && path.endsWith('/')) return empty(body, 'a redirect');
  const response = responseOf(path, method, status);
  if (typeof response === 'string') return [response];
  return [...headerProblems(answer, response), ...bodyProblems(answer, response)];
};

const document = readOpenapi();

/**
 * The documented response; for an unknown path or method only an error will do, and a text says why there is no
 * response.
 */
const responseOf = (path: string, method: string, status: number): ResponseObject | string => {
  const operation = operationOf(path, method);
  if (operation === undefined) {
    return ERRORS.get(status) ?? `${status} is no error, and nothing else is documented here`;
  }
  const response = operation.responses[status];
  if (response === undefined) return `${status} is not documented for this operation`;
  return dereference(response) as ResponseObject;
};

const operationOf = (path: string, method: string): Operation | undefined => {
  const template = Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  return template === undefined ? undefined : document.paths[template]?.[verb];
};

const ERRORS: ReadonlyMap<number, ResponseObject> = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => [Number(status), dereference(response) as ResponseObject]),
);

function dereference(node: Json): Json {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const parts = $ref.slice(2).split('/');
  return parts.reduce<Json>((at, part) => at[part] as Json, document as unknown as Json);
}

const headerProblems = ({ headers }: RealAnswer, response: ResponseObject): string[] => {
  const given = headers instanceof Headers ? headers : lowerCase(headers);
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    const { required, schema } = dereference(reference) as { required: boolean; schema: Json };
    const value = given.get(name.toLowerCase()) ?? null;
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    const typed = schema['type'] === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
    return schemaProblems(schema, typed).map((problem) => `the header ${name}: ${problem}`);
  });
};

const lowerCase = (headers: Exclude<RealAnswer['headers'], Headers>): Map<string, string> =>
  new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );

const bodyProblems = (answer: RealAnswer, { content }: ResponseObject): string[] => {
  if (answer.method === 'HEAD') return empty(answer.body, 'an answer to HEAD');
  const [expected] = Object.entries(content ?? {});
  if (expected === undefined) return empty(answer.body, `a ${answer.status}`);
  const [mediaType, { schema }] = expected;
  const { headers } = answer;
  const given = (headers instanceof Headers ? headers : lowerCase(headers)).get('content-type');
  if (given?.split(';')[0]?.trim() !== mediaType) return [`it is ${given}, not ${mediaType}`];
  const value = parse(answer.body);
  if (value === undefined) return ['the body is not JSON'];
  return [...schemaProblems(schema, value), ...codeProblems(answer.status, value)];
};

const empty = (body: string | Uint8Array, what: string): string[] =>
  body.length === 0 ? [] : [`${what} has no body`];

const parse = (body: string | Uint8Array): unknown => {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Each code belongs to one status. */
const codeProblems = (status: number, value: unknown): string[] => {
  if (status < 400) return [];
  const { codigo } = value as { codigo: keyof typeof ERRORES };
  return ERRORES[codigo] === status ? [] : [`${codigo} belongs to ${ERRORES[codigo]}`];
};

type Validator = ReturnType<typeof Compile>;
const validators = new Map<string, Validator>();

/** The deviations of a value from a schema of the document. */
export const schemaProblems = (schema: Json, value: unknown): string[] => {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? Compile({ ...schema, components: document.components });
  validators.set(key, validator);
  if (validator.Check(value)) return [];
  const [, errors] = validator.Errors(value);
  return errors.map(({ instancePath, message }) => `${instancePath || 'the value'} ${message}`);
};
