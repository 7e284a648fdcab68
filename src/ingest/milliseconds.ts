import Type from 'typebox';

/** The length of `2026-11-15T13:30:00.000Z`. */
const MILLISECOND_CHARS = 24;

export type Cut = (value: never) => unknown;

/**
 * Makes a function that cuts the timestamps of a value of this schema to milliseconds, in place: filters compare
 * milliseconds, so the wire must show no more than that. Null if the schema has no timestamp.
 */
export const makeMillisecondCut = (schema: Type.TSchema): Cut | null => {
  if ('format' in schema) return schema.format === 'date-time' ? cutTimestamp : null;
  if (Type.IsUnion(schema)) return firstCut(schema.anyOf);
  if (Type.IsArray(schema)) return cutEach(makeMillisecondCut(schema.items));
  return Type.IsObject(schema) ? cutFields(schema.properties) : null;
};

const cutTimestamp = (text: string): string =>
  text.length > MILLISECOND_CHARS ? `${text.slice(0, MILLISECOND_CHARS - 1)}Z` : text;

const firstCut = (branches: readonly Type.TSchema[]): Cut | null =>
  branches.map(makeMillisecondCut).find((cut) => cut !== null) ?? null;

const cutEach = (cut: Cut | null): Cut | null =>
  cut &&
  ((list: unknown[]) => {
    for (const [i, each] of list.entries()) list[i] = cut(each as never);
    return list;
  });

const cutFields = (properties: Type.TProperties): Cut | null => {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const cut = makeMillisecondCut(schema);
    return cut === null ? [] : [{ name, cut }];
  });
  if (fields.length === 0) return null;
  return (value: Record<string, unknown>) => {
    for (const { name, cut } of fields) {
      const before = value[name];
      if (before === undefined || before === null) continue;
      const after = cut(before as never);
      if (after !== before) value[name] = after;
    }
    return value;
  };
};
