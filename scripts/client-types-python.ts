// The types of the Python client, made from the OpenAPI document.

import { nameOf, type OpenapiDocument, type Schema } from '../src/contract/openapi/published.ts';

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

const PLAIN: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  string: 'str',
  boolean: 'bool',
  null: 'None',
};

/** An object without a name of its own is named after its place: the parent's name and the field. */
const makeTypes = ({ components: { schemas } }: OpenapiDocument) => {
  const classes: string[] = [];

  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) return nameOf(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const union = schema.anyOf;
    if (union !== undefined)
      return [...new Set(union.map((each) => typeOf(each, name)))].join(' | ');
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => typeOf({ ...schema, type }, name)).join(' | ');
    }
    if (schema.type === 'array') {
      return `list[${schema.items === undefined ? 'Any' : typeOf(schema.items, `${name}Item`)}]`;
    }
    if (schema.type !== 'object') return PLAIN[schema.type ?? ''] ?? 'Any';
    if (schema.properties === undefined) return 'dict[str, Any]';
    define(name, schema);
    return name;
  };

  const define = (name: string, { description, properties = {}, required = [] }: Schema): void => {
    const lines = Object.entries(properties).map(([field, schema]) => {
      const nested = `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      const type = typeOf(schema, nested);
      return `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}`;
    });
    const doc = description === undefined ? [] : [`    """${description}"""`, ''];
    classes.push([`class ${name}(TypedDict):`, ...doc, ...lines].join('\n'));
  };

  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties === undefined) classes.push(`${name} = ${typeOf(schema, name)}`);
    else define(name === 'Error' ? 'ErrorBody' : name, schema);
  }
  return classes;
};

export const pythonTypes = (document: OpenapiDocument): string =>
  `"""Made from openapi.json by scripts/client-types-python.ts. Do not edit."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Annotations are never evaluated: only type checkers look at it, and they know it.
    NotRequired = Any

${makeTypes(document).join('\n\n\n')}
`;
