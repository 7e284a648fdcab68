import Type from 'typebox';
import { type Bilingual, both } from '../bilingual.ts';
import { type Component, componentOf } from '../fields.ts';
import { Text, Timestamp } from '../scalars.ts';

export type JsonObject = { [key: string]: unknown };

const patternOf = (schema: object) => ('pattern' in schema ? schema.pattern : undefined);
const TEXT_PATTERN = patternOf(Text());
const TIMESTAMP_PATTERN = patternOf(Timestamp());

export const publish = (schema: Type.TSchema): JsonObject => {
  const component = componentOf(schema);
  return component === undefined
    ? expand(schema)
    : { $ref: `#/components/schemas/${component.name}` };
};

/** `components.schemas`: every component that these schemas hold, at any depth. */
export const publishComponents = (schemas: readonly Type.TSchema[]): JsonObject => {
  const found = new Map<string, Component>();
  const visit = (schema: Type.TSchema): void => {
    const component = componentOf(schema);
    if (component !== undefined) {
      const known = found.get(component.name);
      if (known === component) return;
      if (known !== undefined) throw new Error(`two components are called ${component.name}`);
      found.set(component.name, component);
    }
    for (const child of childrenOf(schema)) visit(child);
  };
  for (const schema of schemas) visit(schema);
  return Object.fromEntries([...found].map(([name, component]) => [name, describe(component)]));
};

interface Node {
  items?: Type.TSchema;
  anyOf?: Type.TSchema[];
  properties?: Type.TProperties;
  patternProperties?: Type.TProperties;
}

const childrenOf = ({ items, anyOf = [], properties, patternProperties }: Node) => [
  ...(items === undefined ? [] : [items]),
  ...anyOf,
  ...Object.values<Type.TSchema>({ ...properties, ...patternProperties }),
];

const describe = ({ schema, description, fields }: Component): JsonObject => {
  const { properties: _, ...rest } = expand(schema);
  const properties = Object.entries(fields).map(([name, field]) => {
    const { isOpenList, ...published } = publish(field.schema);
    const text = isOpenList ? asOpenList(field.description, published) : field.description;
    return [name, { description: text, ...published }];
  });
  return { description, ...rest, properties: Object.fromEntries(properties) };
};

const asOpenList = ({ es, en }: Bilingual, { examples }: JsonObject): Bilingual => {
  const known = (examples as string[]).join(', ');
  return both(
    `${es} Lista abierta; valores conocidos: ${known}.`,
    `${en} Open list; known values: ${known}.`,
  );
};

/** Leaves out guards that only protect storage: many languages do not know the syntax of those patterns. */
const expand = (schema: Type.TSchema): JsonObject => {
  const plain: JsonObject = nullable(schema) ?? { ...schema };
  if (plain['pattern'] === TEXT_PATTERN) delete plain['pattern'];
  else if (typeof plain['pattern'] === 'string') {
    plain['pattern'] = plain['pattern'].replace('\\u0000\\p{Cs}', '');
  }
  if (plain['pattern'] === TIMESTAMP_PATTERN) {
    plain['pattern'] = 'Z$';
    plain['examples'] = ['2026-11-14T20:02:11.250Z'];
  }
  if ('enum' in plain && !('type' in plain)) return { type: 'string', ...plain };
  return record(children(plain));
};

/** Merges `T | null` into one schema, unless T has a name; null for any other schema. */
const nullable = (schema: Type.TSchema): JsonObject | null => {
  if (!Type.IsUnion(schema)) return null;
  const { anyOf, ...rest } = schema;
  const [given, other] = anyOf;
  if (given === undefined || other === undefined || anyOf.length !== 2 || !Type.IsNull(other))
    return null;
  if (!('type' in given) || componentOf(given) !== undefined) return null;
  return { ...rest, ...given, type: [given.type, 'null'] };
};

const children = (node: JsonObject): JsonObject => {
  const one = (value: unknown) =>
    typeof value === 'object' && value !== null ? publish(value as Type.TSchema) : value;
  const all = (value: unknown) => (value as unknown[]).map(one);
  const each = (value: unknown) =>
    Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, child]) => [key, one(child)]),
    );
  const visit: Record<string, (value: unknown) => unknown> = {
    items: one,
    anyOf: all,
    prefixItems: all,
    properties: each,
    patternProperties: each,
  };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, visit[key]?.(value) ?? value]),
  );
};

/** A map is described by its values: its keys follow no rule that a client needs. */
const record = ({ patternProperties, ...node }: JsonObject): JsonObject => {
  if (patternProperties === undefined) return node;
  const [values = {}] = Object.values(patternProperties as JsonObject);
  const isFree = Object.keys(values as JsonObject).length === 0;
  return { ...node, additionalProperties: isFree ? true : values };
};
