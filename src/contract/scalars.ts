import Type from 'typebox';
import { type IdKind, idPattern } from './ids.ts';

/** Sums of a whole history of orders at this ceiling still are exact integers in JavaScript. */
const CENTS_MAX = 1_000_000_000_000;
export const TEXT_CHARS_MAX = 4_000;
export const ITEMS_MAX = 500;
export const OPEN_DEPTH_MAX = 32;

/** The format checks the calendar. Years 0000 and 9999 are refused: local days around them have a sign or five digits. */
const UTC_PATTERN =
  '^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?Z$';

/** JSON can escape a NUL or half of a surrogate pair, and no database column can hold it. */
const TEXT_PATTERN = '^[^\\u0000\\p{Cs}]*$';

export const Id = (kind: IdKind) => Type.String({ pattern: idPattern(kind) });
export const Text = (options: { minLength?: number } = {}) =>
  Type.String({ maxLength: TEXT_CHARS_MAX, pattern: TEXT_PATTERN, ...options });
/** Without this format, generated clients assume integers of 32 bits and refuse larger ones. */
export const LARGE = { format: 'int64' } as const;
export const Cents = () => Type.Integer({ minimum: 0, maximum: CENTS_MAX, ...LARGE });
export const Count = () => Type.Integer({ minimum: 0, maximum: 1_000_000 });
export const Timestamp = () => Type.String({ format: 'date-time', pattern: UTC_PATTERN });

/** `HH:MM`; 24:00 closes a day that ends at midnight. */
export const ClockTime = () => Type.String({ pattern: '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$' });
export const Latitude = () => Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = () => Type.Number({ minimum: -180, maximum: 180 });
export const CurrencyCode = () => Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] });

/** A list that may grow: any other short string is accepted, and clients must accept it too. */
export const OpenEnum = (known: readonly string[]) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: TEXT_PATTERN,
    examples: [...known],
    isOpenList: true,
  });

/** A default that the type knows too: a parameter with one is never absent. */
export const withDefault = <S extends Type.TSchema, const D extends Type.Static<S>>(
  schema: S,
  value: D,
): S & { default: D } => Object.assign(schema, { default: value });

export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Exactly these fields: contract objects carry nothing else, and input that does is refused. */
export const Exact = <T extends Type.TProperties>(
  properties: T,
  options: Type.TObjectOptions = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** Some of the fields and no others: `Type.Partial` alone would forget that the object is exact. */
export const Some = <T extends Type.TObject>(schema: T, options: Type.TObjectOptions = {}) =>
  Type.Partial(schema, { additionalProperties: false, ...options });

/** Free-form object (`detalle`). Its depth is bounded because writing JSON recurses. */
export const OpenObject = () =>
  Type.Refine(
    Type.Record(Type.String(), Type.Unknown()),
    (value) => isWithinDepth(value, OPEN_DEPTH_MAX),
    () => `must not be nested deeper than ${OPEN_DEPTH_MAX} levels`,
  );

const isWithinDepth = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((child) => isWithinDepth(child, levels - 1)));
