/** The parts of JSON Schema that the contract's schemas use. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema | false;
  prefixItems?: Schema[];
  format?: string;
  pattern?: string;
  isOpenList?: boolean;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
}

/** The schema under `Nullable`, and whether null is accepted beside it. */
export const unwrapNull = (schema: Schema): { schema: Schema; nullable: boolean } => {
  const others = schema.anyOf?.filter((branch) => branch.type !== 'null') ?? [];
  const [only] = others;
  return only !== undefined && others.length === 1 && schema.anyOf?.length === 2
    ? { schema: only, nullable: true }
    : { schema, nullable: false };
};

/** A string that documents its known values and accepts others. */
export const isOpenEnum = (schema: Schema): boolean => schema.isOpenList ?? false;

/** The prefix that an id's pattern demands, if it is an id. */
export const idPrefix = (schema: Schema): string | undefined =>
  /^\^([a-z]+_)\[/.exec(schema.pattern ?? '')?.[1];

/**
 * Writes a schema in the words of the contract's tables: `string`, `int`, `ped_` for an id, `a|b` for
 * an enum, `a|b|…` for an open one; a field's name ends in `?` when it may be missing and in `~` when
 * it may be null.
 */
export const notate = (whole: object): string => {
  const { schema } = unwrapNull(whole as Schema);
  if (schema.properties !== undefined) return notateFields(schema, schema.properties);
  if (schema.patternProperties !== undefined) {
    return `{ *: ${notate(Object.values(schema.patternProperties)[0] ?? {})} }`;
  }
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(notate).join(', ')}]`;
  if (schema.type === 'array') return `[${notate(schema.items || {})}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.join('|');
  return notateScalar(schema);
};

const notateFields = (schema: Schema, properties: Record<string, Schema>): string => {
  const fields = Object.entries(properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const nullable = unwrapNull(property).nullable ? '~' : '';
    return `${name}${optional}${nullable}: ${notate(property)}`;
  });
  return `{ ${fields.join(', ')} }`;
};

const notateScalar = (schema: Schema): string => {
  if (isOpenEnum(schema)) return [...(schema.examples ?? []), '…'].join('|');
  const prefix = idPrefix(schema);
  if (prefix !== undefined) return prefix;
  if (schema.format === 'date-time') return schema.pattern ? 'timestamp' : 'zoned timestamp';
  if (schema.format === 'uri') return 'url';
  if (schema.type === 'integer') return 'int';
  return schema.type ?? 'any';
};
