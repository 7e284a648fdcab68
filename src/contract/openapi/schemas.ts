import type Type from 'typebox';
import { type Bilingual, both } from '../bilingual.ts';
import { Text, Timestamp } from '../scalars.ts';
import { COMPONENTES, type Componente } from './componentes.ts';
import { DESCRIPCIONES } from './descripciones/descripciones.ts';

export type JsonObject = { [key: string]: unknown };

/** The names of components, by the JSON of their schema: a schema that is used twice has the same JSON twice. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(COMPONENTES).map(([name, schema]) => [JSON.stringify(schema), name]),
);

const patternOf = (schema: object) => ('pattern' in schema ? schema.pattern : undefined);
const TEXT_PATTERN = patternOf(Text());
const TIMESTAMP_PATTERN = patternOf(Timestamp());
const NULL = '{"type":"null"}';

export const publish = (schema: Type.TSchema): JsonObject => {
  const name = NAMES.get(JSON.stringify(schema));
  return name === undefined ? expand(schema) : { $ref: `#/components/schemas/${name}` };
};

export const publishComponents = (): JsonObject =>
  Object.fromEntries(
    (Object.keys(COMPONENTES) as Componente[]).map((name) => [name, component(name)]),
  );

const component = (name: Componente): JsonObject => {
  const { $: description, ...texts }: Record<string, Bilingual> = DESCRIPCIONES[name];
  const { properties, ...rest } = expand(COMPONENTES[name]);
  const fields = properties as Record<string, JsonObject>;
  for (const [field, text] of Object.entries(texts)) {
    const { isOpenList, ...schema } = fields[field] ?? {};
    fields[field] = { description: isOpenList ? asOpenList(text, schema) : text, ...schema };
  }
  return { description, ...rest, properties: fields };
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
  const node = JSON.parse(JSON.stringify(schema)) as JsonObject;
  const plain = nullable(node) ?? node;
  if (plain['pattern'] === TEXT_PATTERN) delete plain['pattern'];
  if (plain['pattern'] === TIMESTAMP_PATTERN) {
    plain['pattern'] = 'Z$';
    plain['examples'] = ['2026-11-14T20:02:11.250Z'];
  }
  if ('enum' in plain && !('type' in plain)) return { type: 'string', ...plain };
  return record(children(plain));
};

/** Merges `T | null` into one schema, unless T has a name; null for any other schema. */
const nullable = ({ anyOf, ...rest }: JsonObject): JsonObject | null => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [schema, other] = anyOf as [JsonObject, JsonObject];
  const isPlain = typeof schema['type'] === 'string' && !NAMES.has(JSON.stringify(schema));
  if (JSON.stringify(other) !== NULL || !isPlain) return null;
  return { ...rest, ...schema, type: [schema['type'], 'null'] };
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
