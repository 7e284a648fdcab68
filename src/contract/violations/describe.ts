import { PREFIX } from '../ids.ts';

export interface SchemaNode {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly SchemaNode[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  pattern?: string;
  format?: string;
  examples?: readonly unknown[];
  items?: SchemaNode;
  '~refine'?: readonly { check(value: unknown): boolean }[];
  prefixItems?: readonly SchemaNode[];
  required?: readonly string[];
  additionalProperties?: unknown;
  properties?: Readonly<Record<string, SchemaNode>>;
  patternProperties?: Readonly<Record<string, SchemaNode>>;
}

const ID_PREFIX = /^\^([a-z]+_)\[/;

/** Says in Spanish what a schema admits: «un entero entre 0 y 10». */
export const describeSchema = (schema: SchemaNode): string => {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeSchema).join(' o ');
  if (schema.enum !== undefined) return `uno de: ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return `«${String(schema.const)}»`;
  switch (schema.type) {
    case 'integer':
      return `un entero${range(schema.minimum, schema.maximum)}`;
    case 'number':
      return `un número${range(schema.minimum, schema.maximum)}`;
    case 'string':
      return text(schema);
    case 'boolean':
      return 'true o false';
    case 'array':
      return `una lista${size(schema.minItems, schema.maxItems, 'elementos')}`;
    case 'object':
      return schema.minProperties === 1 ? `un objeto con ${fields(schema)}` : 'un objeto';
    case 'null':
      return 'null';
    default:
      return 'otro valor';
  }
};

const fields = ({ properties = {} }: SchemaNode): string =>
  Object.keys(properties)
    .map((name) => `«${name}»`)
    .join(' o ');

const text = ({ format, pattern = '', examples, minLength, maxLength }: SchemaNode): string => {
  if (format === 'date-time') {
    return 'una fecha ISO 8601 en UTC terminada en «Z», como 2026-11-15T13:30:00Z';
  }
  const length = size(minLength, maxLength, 'caracteres');
  if (format === 'uri') return `una URL${length}`;
  const prefix = ID_PREFIX.exec(pattern)?.[1];
  if (prefix !== undefined && (Object.values(PREFIX) as string[]).includes(prefix)) {
    return `un identificador «${prefix}…» de hasta 64 letras, cifras, «_» o «-»`;
  }
  if (pattern.startsWith('^[Hh]')) return `una URL http:// o https://${length}`;
  // This pattern only excludes characters that no database stores; showing it would not help.
  if (pattern.includes('\\p{Cs}')) return `un texto${length} sin caracteres nulos ni a medias`;
  const example = examples?.[0];
  const form = pattern === '' ? '' : ` de la forma ${pattern}`;
  return `un texto${length}${form}${example === undefined ? '' : `, como ${example}`}`;
};

const range = (min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return ` entre ${min} y ${max}`;
  if (min !== undefined) return ` de ${min} o más`;
  return max === undefined ? '' : ` de ${max} o menos`;
};

const size = (min: number | undefined, max: number | undefined, unit: string): string => {
  if (min !== undefined && max !== undefined) return ` de ${min} a ${max} ${unit}`;
  if (min !== undefined) return ` de ${min} o más ${unit}`;
  return max === undefined ? '' : ` de hasta ${max} ${unit}`;
};
