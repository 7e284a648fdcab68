import { Compile, type Validator } from 'typebox/schema';
import { OPEN_DEPTH_MAX } from '../scalars.ts';
import { describeSchema, type SchemaNode } from './describe.ts';

/** Field names come from the client: an answer echoes at most this much of them. */
const POINTER_CHARS_MAX = 300;

/** The checks that JSON Schema cannot express, by the type of value they apply to. */
const REFINED: Readonly<Record<string, string>> = {
  array: 'debe ser un anillo cerrado: la última posición repite la primera',
  object: `no debe anidar más de ${OPEN_DEPTH_MAX} niveles`,
};

export interface Violation {
  pointer: string;
  reason: string;
  /** The values allowed there: a list of them, or one text that describes them. */
  allowed: string | readonly string[];
}

/**
 * The first violation of a schema by a value that breaks it. TypeBox's own search for errors goes on through the whole value, and
 * took a hundred times as long as to accept it: this one counts elements before it looks at them, leaves the rest to compiled
 * validators, which stop at the first mismatch, and ends.
 */
export const findViolation = (schema: object, value: unknown): Violation => {
  const found = search(schema, value, '') ?? wrong(schema, '');
  return { ...found, pointer: found.pointer.slice(0, POINTER_CHARS_MAX) };
};

type Fields = Readonly<Record<string, unknown>>;

/** Null if nothing is wrong. */
const search = (node: SchemaNode, value: unknown, pointer: string): Violation | null => {
  const isList = Array.isArray(value);
  const type = isList ? 'array' : typeof value;
  // The schema itself, or the branch of a union for values of this type.
  const branch = (node.anyOf ?? [node]).find((each) => each.type === type);
  if (branch === undefined || value === null || typeof value !== 'object') {
    return fits(node, value) ? null : wrong(node, pointer);
  }
  const found = isList
    ? searchList(branch, value, pointer)
    : searchObject(branch, value as Fields, pointer);
  if (found !== null) return found;
  const isRefined = (branch['~refine'] ?? []).every(({ check }) => check(value));
  const reason = REFINED[type] ?? '';
  return isRefined ? null : { pointer, reason, allowed: reason };
};

const searchList = (node: SchemaNode, list: readonly unknown[], pointer: string) => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {}, prefixItems = [] } = node;
  if (list.length < minItems || list.length > maxItems) return wrong(node, pointer);
  const schemaAt = (i: number) => prefixItems[i] ?? items;
  const at = list.findIndex((each, i) => !fits(schemaAt(i), each));
  return at < 0 ? null : search(schemaAt(at), list[at], `${pointer}/${at}`);
};

const searchObject = (node: SchemaNode, object: Fields, pointer: string): Violation | null => {
  const { properties = {}, patternProperties = {}, required = [], minProperties = 0 } = node;
  const below = (name: string) => `${pointer}/${escapePointer(name)}`;
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) {
    const allowed = allowedBy(properties[missing] ?? {});
    return { pointer: below(missing), reason: 'falta', allowed };
  }
  const patterns = Object.entries(patternProperties).map(([pattern, schema]) => ({
    regexp: new RegExp(pattern, 'u'),
    schema,
  }));
  const names = Object.keys(object);
  for (const name of names) {
    const value = object[name];
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const schema = known ?? patterns.find(({ regexp }) => regexp.test(name))?.schema;
    if (schema === undefined && node.additionalProperties === false) {
      return refuseExtra(Object.keys(node.properties ?? patternProperties), below(name));
    }
    // Any number of fields may match a pattern, and most of them are right.
    if (schema === undefined || (known === undefined && fits(schema, value))) continue;
    const found = search(schema, value, below(name));
    if (found !== null) return found;
  }
  return names.length < minProperties ? wrong(node, pointer) : null;
};

const refuseExtra = (allowed: readonly string[], pointer: string): Violation => ({
  pointer,
  reason: `no se admite este campo; se admiten: ${allowed.join(', ')}`,
  allowed,
});

const wrong = (node: SchemaNode, pointer: string): Violation => ({
  pointer,
  reason: `debe ser ${describeSchema(node)}`,
  allowed: allowedBy(node),
});

const VALIDATORS = new WeakMap<SchemaNode, Validator>();
const fits = (schema: SchemaNode, value: unknown): boolean =>
  VALIDATORS.getOrInsertComputed(schema, () => Compile(schema)).Check(value);

const allowedBy = (node: SchemaNode): string | readonly string[] =>
  node.enum?.map(String) ?? describeSchema(node);

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
