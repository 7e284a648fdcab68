import fc from 'fast-check';
import type Type from 'typebox';
import { weighted } from '../../support/values/properties.ts';
import { oddValue } from './text.ts';

/** The contract's schemas as JSON Schema. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema | readonly Schema[];
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  examples?: readonly string[];
}

/** One in this many values does not match its schema. */
const WRONG_ONE_IN = 24;
const ITEMS_MAX = 3;

/** Documents for a schema: most are valid or have one mistake. */
export const fromSchema = (schema: Type.TSchema): fc.Arbitrary<unknown> => make(schema as Schema);

const make = (schema: Schema): fc.Arbitrary<unknown> =>
  weighted([WRONG_ONE_IN - 1, right(schema)], [1, oddValue]);

const right = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(right));
  if (schema.properties !== undefined) return object(schema.properties, schema.required ?? []);
  if (schema.patternProperties !== undefined) {
    const [[pattern, of] = ['', {}]] = Object.entries(schema.patternProperties);
    return fc.dictionary(matching(pattern), make(of), { maxKeys: 3, noNullPrototype: true });
  }
  switch (schema.type) {
    case 'array':
      return array(schema);
    case 'string':
      return text(schema);
    case 'integer':
      return integer(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const object = (
  properties: Record<string, Schema>,
  required: readonly string[],
): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, make(each)])),
        { requiredKeys: [...required], noNullPrototype: true },
      ),
      fc.nat(WRONG_ONE_IN - 1),
      fc.nat(Object.keys(properties).length * 2),
    )
    .map(([document, odds, which]) => {
      if (odds > 0) return document;
      const name = Object.keys(document)[which];
      if (name === undefined) return { ...document, sobra: 1 };
      return Object.fromEntries(Object.entries(document).filter(([each]) => each !== name));
    });

const array = ({ items, prefixItems, minItems = 0, maxItems = ITEMS_MAX }: Schema) => {
  const parts = prefixItems ?? (Array.isArray(items) ? (items as Schema[]) : null);
  if (parts !== null) return fc.tuple(...parts.map(make)).map((each): unknown => each);
  return fc.array(make((items ?? {}) as Schema), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, ITEMS_MAX)),
  });
};

const integer = ({ minimum = -(2 ** 31), maximum = 2 ** 53 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5_000) }),
    fc.constantFrom(minimum, maximum),
  );

const text = (schema: Schema): fc.Arbitrary<string> => {
  const { format, pattern, examples, minLength = 0, maxLength = 40 } = schema;
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === 'uri') return fc.constantFrom('https://127.0.0.1:9/x', 'https://127.0.0.1/');
  const known = examples === undefined ? [] : [fc.constantFrom(...examples)];
  if (pattern !== undefined) return fc.oneof(...known, matching(pattern));
  return fc.oneof(...known, fc.string({ minLength, maxLength: Math.min(maxLength, 40) }));
};

const patterns = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern; any text if fast-check does not support the pattern. */
const matching = (pattern: string): fc.Arbitrary<string> =>
  patterns.getOrInsertComputed(pattern, () => {
    try {
      const made = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
      fc.sample(made, { numRuns: 1, seed: 1 });
      return made;
    } catch {
      return fc.string({ unit: 'grapheme', maxLength: 30 });
    }
  });
