import type { Lang } from '../../../src/contract/bilingual.ts';
import { nameOf, type Schema } from '../../../src/contract/openapi/published.ts';
import { code, escapeHtml } from '../html.ts';
import { REFERENCE_WORDS } from './words.ts';

type TypeName = keyof (typeof REFERENCE_WORDS)['es']['types'];

/** A type in a few words; a named one is a link. */
export const typeHtml = (schema: Schema, lang: Lang): string => {
  const words = REFERENCE_WORDS[lang];
  const typeName = (type: string): string => words.types[type as TypeName] ?? type;
  const any = (schemas: readonly Schema[]): string =>
    [...new Set(schemas.map((each) => typeHtml(each, lang)))].join(` ${words.or} `);
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.anyOf !== undefined) return any(schema.anyOf);
  if (Array.isArray(schema.type)) return any(schema.type.map((type) => ({ ...schema, type })));
  if (schema.type === 'array') {
    const items = schema.items ?? schema.prefixItems?.[0];
    return items === undefined ? typeName('array') : `${words.listOf} ${typeHtml(items, lang)}`;
  }
  const format = schema.format === undefined ? '' : ` <small>${escapeHtml(schema.format)}</small>`;
  return `${typeName(schema.type ?? 'object')}${format}`;
};

/** The values that are allowed within the type, and the default. */
export const limitsHtml = (schema: Schema, lang: Lang): string => {
  const { byDefault, from, upTo } = REFERENCE_WORDS[lang];
  const inner = schema.type === 'array' ? (schema.items ?? schema) : schema;
  const parts = [
    inner.enum === undefined
      ? ''
      : inner.enum
          .filter((each) => each !== null)
          .map(code)
          .join(', '),
    schema.minimum === undefined ? '' : `${from} ${code(schema.minimum)}`,
    schema.maximum === undefined ? '' : `${upTo} ${code(schema.maximum)}`,
    schema.default === undefined ? '' : `${byDefault} ${code(schema.default)}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `<br><small>${parts.join(' · ')}</small>`;
};
