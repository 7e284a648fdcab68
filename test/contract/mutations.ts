import { idPrefix, isOpenEnum, type Schema, unwrapNull } from './notation.ts';

/** A copy of a valid document with one thing changed, and whether the contract accepts it. */
interface Mutation {
  what: string;
  document: unknown;
  valid: boolean;
}

/** A value to put at a place in a document; `undefined` removes the field. */
interface Change {
  what: string;
  value: unknown;
  valid: boolean;
}

type Path = (string | number)[];

/**
 * Every single change that says something about a schema, made in turn to a document that fills
 * every field: one field missing, one too many, null, another type, and each scalar's own limits.
 */
export function* mutations(schema: object, document: unknown): Generator<Mutation> {
  for (const { path, change } of walk(schema as Schema, document, [])) {
    const what = `/${path.join('/')}: ${change.what}`;
    yield { what, document: replace(document, path, change.value), valid: change.valid };
  }
}

function* walk(
  whole: Schema,
  value: unknown,
  path: Path,
): Generator<{ path: Path; change: Change }> {
  const { schema, nullable } = unwrapNull(whole);
  if (path.length > 0) yield { path, change: { what: 'null', value: null, valid: nullable } };
  for (const change of changesOf(schema, value)) yield { path, change };
  for (const [key, child] of childrenOf(schema, value)) {
    if (child.optional !== undefined) {
      const change = { what: 'missing', value: undefined, valid: child.optional };
      yield { path: [...path, key], change };
    }
    yield* walk(child.schema, child.value, [...path, key]);
  }
}

function* changesOf(schema: Schema, value: unknown): Generator<Change> {
  if (schema.anyOf !== undefined) return;
  for (const other of [{}, [], 'x'.repeat(5_000), 7.5, true]) {
    const same = Array.isArray(other) ? 'array' : typeof other;
    if (same === schema.type || !('type' in schema)) continue;
    yield { what: `a ${same}`, value: other, valid: false };
  }
  if (schema.properties !== undefined) {
    yield { what: 'a field too many', value: { ...(value as object), sobra: 1 }, valid: false };
    const sneaky = JSON.parse(`{"__proto__":{},${JSON.stringify(value).slice(1)}`);
    yield { what: 'a field named __proto__', value: sneaky, valid: false };
  }
  if (schema.enum !== undefined) yield { what: 'unknown value', value: 'otro', valid: false };
  if (isOpenEnum(schema)) {
    yield { what: 'a value that nobody knows yet', value: 'bizum', valid: true };
    yield { what: 'no value', value: '', valid: false };
  }
  if (schema.format === 'date-time') {
    yield { what: 'no timestamp', value: 'ayer', valid: false };
    yield { what: 'February 30', value: '2026-02-30T10:00:00Z', valid: false };
  }
  if (schema.format === 'uri') yield { what: 'no URL', value: 'factura.pdf', valid: false };
  const prefix = idPrefix(schema);
  if (prefix !== undefined) {
    yield { what: 'an id without prefix', value: 'abc', valid: false };
    yield { what: 'an id of another kind', value: `x${prefix}abc`, valid: false };
    yield { what: 'an id with nothing after its prefix', value: prefix, valid: false };
    yield { what: 'a short id', value: `${prefix}7`, valid: true };
  }
  if (schema.type === 'integer') {
    yield { what: 'a fraction', value: 0.5, valid: false };
    yield { what: 'a number as text', value: '1', valid: false };
    if (schema.minimum !== undefined) {
      yield { what: 'below the least', value: schema.minimum - 1, valid: false };
      yield { what: 'the least', value: schema.minimum, valid: true };
    }
  }
  if (schema.maximum !== undefined) {
    yield { what: 'above the most', value: schema.maximum + 1, valid: false };
    yield { what: 'the most', value: schema.maximum, valid: true };
  }
}

type Child = [string | number, { schema: Schema; value: unknown; optional?: boolean }];

function* childrenOf(schema: Schema, value: unknown): Generator<Child> {
  if (schema.properties !== undefined) {
    const fields = value as Record<string, unknown>;
    for (const [name, property] of Object.entries(schema.properties)) {
      if (fields[name] === undefined) throw new Error(`the document has no ${name} to change`);
      const optional = !schema.required?.includes(name);
      yield [name, { schema: property, value: fields[name], optional }];
    }
  } else if (schema.patternProperties !== undefined) {
    const [property] = Object.values(schema.patternProperties);
    const [entry] = Object.entries(value as object);
    if (property?.type !== undefined && entry !== undefined) {
      yield [entry[0], { schema: property, value: entry[1] }];
    }
  } else if (schema.prefixItems !== undefined) {
    for (const [i, item] of schema.prefixItems.entries()) {
      yield [i, { schema: item, value: (value as unknown[])[i] }];
    }
  } else if (schema.type === 'array' && schema.items) {
    const items = value as unknown[];
    if (items.length === 0) throw new Error('the document has an empty array: nothing to change');
    // The first and last position of a ring are equal: change one between them.
    const i = items.length > 2 ? 1 : 0;
    yield [i, { schema: schema.items, value: items[i] }];
  }
}

const replace = (document: unknown, path: Path, value: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(document)) {
    return document.map((item, i) => (i === key ? replace(item, rest, value) : item));
  }
  const fields = { ...(document as Record<string, unknown>) };
  if (rest.length === 0 && value === undefined) delete fields[key];
  else fields[key] = replace(fields[key], rest, value);
  return fields;
};
