// The types of the TypeScript client, made from the OpenAPI document.

import { nameOf, type OpenapiDocument, type Schema } from '../src/contract/openapi/published.ts';

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const union = schema.anyOf;
  if (union !== undefined) return union.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  }
  switch (schema.type) {
    case 'array':
      return `Array<${schema.items === undefined ? 'unknown' : typeOf(schema.items)}>`;
    case 'object':
      return schema.properties === undefined
        ? `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties) : 'unknown'}>`
        : fields(schema.properties, schema.required ?? []);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
};

const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;

const fields = (properties: Record<string, Schema>, required: readonly string[]): string => {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\p{L}_][\p{L}\d_]*$/u.test(name) ? name : `'${name}'`;
    return `${comment(schema.description)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`;
  });
  return `{\n${lines.join('')}}`;
};

/** The types of all schemas, and of every operation's query. */
export const clientTypes = ({ components, paths }: OpenapiDocument): string => {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const exported = name === 'Error' ? 'ErrorBody' : name;
    return `${comment(schema.description)}export type ${exported} = ${typeOf(schema)};\n`;
  });
  const queries = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) => {
      const given = parameters.filter((each) => each.in === 'query');
      if (given.length === 0) return [];
      const named = given.map(({ name, description = '', schema }) => [
        name,
        { ...schema, description },
      ]);
      const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
      const required = given.filter((each) => each.required).map((each) => each.name);
      return [`export type ${name} = ${fields(Object.fromEntries(named), required)};\n`];
    });
  return `// Made from openapi.json by scripts/client-types.ts. Do not edit.\n\n${[...schemas, ...queries].join('\n')}`;
};
