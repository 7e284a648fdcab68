import { ApiError } from './errors.ts';

/** The decoded parameters of a query, each at most once. */
export type Query = ReadonlyMap<string, string>;

const EMPTY: Query = new Map();

/**
 * The parameters that the operation knows. Others are nobody's business, however they are written; a
 * known one that is repeated has no meaning, so it is refused.
 */
export const parseQuery = (
  raw: string,
  { query: known }: { query: Readonly<Record<string, unknown>> },
): Query => {
  if (raw === '') return EMPTY;
  const query = new Map<string, string>();
  const names = namesOf(known);
  for (let at = 0, end = 0; at < raw.length; at = end + 1) {
    end = indexOrEnd(raw, '&', at, raw.length);
    const nameEnd = indexOrEnd(raw, '=', at, end);
    const name = knownName(names, raw, at, nameEnd);
    if (name === undefined) continue;
    if (query.has(name)) {
      throw new ApiError(
        'parametro_invalido',
        `El parámetro «${name}» está repetido.`,
        'cada parámetro, una sola vez',
      );
    }
    const value = decode(raw.slice(nameEnd + 1, end));
    if (value === null) {
      throw new ApiError(
        'parametro_invalido',
        `El parámetro «${name}» está mal codificado.`,
        'UTF-8 codificado con %XX',
      );
    }
    query.set(name, value);
  }
  return query;
};

const knownNames = new WeakMap<object, readonly string[]>();

const namesOf = (known: object): readonly string[] =>
  knownNames.getOrInsertComputed(known, () => Object.keys(known));

const indexOrEnd = (text: string, what: string, from: number, end: number): number => {
  const at = text.indexOf(what, from);
  return at < 0 || at > end ? end : at;
};

/**
 * The known name that stands between two places. In place: a text that is cut out has to be looked up
 * among all texts there are before a map or a set can be asked for it, which costs more than all of this.
 */
const knownName = (
  names: readonly string[],
  raw: string,
  from: number,
  to: number,
): string | undefined => {
  for (const name of names)
    if (name.length === to - from && raw.startsWith(name, from)) return name;
  const decoded = decode(raw.slice(from, to));
  return names.find((name) => name === decoded);
};

/** The first parameter of a name, before anything is known of the operation. */
export const findParameter = (raw: string, name: string): string | undefined => {
  for (const pair of raw.split('&')) {
    const at = pair.indexOf('=');
    if (at > 0 && decode(pair.slice(0, at)) === name) return decode(pair.slice(at + 1)) ?? '';
  }
  return undefined;
};

/** Null for what is no encoding of any text. */
const decode = (text: string): string | null => {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const invalid = (name: string, value: string, allowed: string | readonly string[]): ApiError => {
  const hint = typeof allowed === 'string' ? allowed : allowed.join(', ');
  return new ApiError(
    'parametro_invalido',
    `El parámetro «${name}» no admite «${shorten(value)}»; se admite: ${hint}.`,
    typeof allowed === 'string' ? allowed : [...allowed],
  );
};

const SHOWN_CHARS_MAX = 60;
export const shorten = (value: string): string =>
  value.length > SHOWN_CHARS_MAX ? `${value.slice(0, SHOWN_CHARS_MAX)}…` : value;

/** One of a closed list, or null when it is not there. */
export const readEnum = <T extends string>(
  query: Query,
  name: string,
  allowed: readonly T[],
): T | null => {
  const value = query.get(name);
  if (value === undefined) return null;
  if (!(allowed as readonly string[]).includes(value)) throw invalid(name, value, allowed);
  return value as T;
};

/** A comma list of a closed list, without repeats and in the list's own order. */
export const readEnumList = <T extends string>(
  query: Query,
  name: string,
  allowed: readonly T[],
): T[] => {
  const value = query.get(name);
  if (value === undefined) return [];
  const given = value.split(',').map((each) => each.trim());
  for (const each of given) {
    if (!(allowed as readonly string[]).includes(each)) throw invalid(name, each, allowed);
  }
  return allowed.filter((each) => given.includes(each));
};

export const readInteger = (
  query: Query,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number => {
  const value = query.get(name);
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw invalid(name, value, `${min}..${max}`);
  return number;
};

export const readBoolean = (query: Query, name: string): boolean =>
  readEnum(query, name, ['true', 'false']) === 'true';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** An unencoded `+` of an offset arrives as a blank. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|([+\- ])(\d{2}(?::?\d{2})?))$/i;
export const INSTANT_HINT =
  'AAAA-MM-DD (medianoche UTC) o fecha y hora ISO 8601 con zona: 2026-11-15T13:30:00Z';

/** Milliseconds since the epoch: a date is midnight UTC, a time needs its offset. */
export const readInstant = (query: Query, name: string): number | null => {
  const value = query.get(name);
  if (value === undefined) return null;
  const ms = parseInstant(value);
  if (ms === null) throw invalid(name, value, INSTANT_HINT);
  return ms;
};

/** Null for what is neither. */
export const parseInstant = (value: string): number | null => {
  try {
    return Temporal.Instant.from(toIso(value)).epochMilliseconds;
  } catch {
    return null;
  }
};

/** One of the two forms that are documented; an empty text for anything else. */
const toIso = (value: string): string => {
  if (DATE.test(value)) return `${value}T00:00:00Z`;
  const [, local, zulu, sign, offset] = INSTANT.exec(value) ?? [];
  if (local === undefined) return '';
  return zulu === undefined ? `${local}${sign === '-' ? '-' : '+'}${offset}` : `${local}Z`;
};

export const refuseCursor = (value: string, reason: 'forged' | 'mismatch'): ApiError =>
  new ApiError(
    'parametro_invalido',
    reason === 'forged'
      ? `El cursor «${shorten(value)}» no es válido.`
      : 'El cursor se obtuvo con otros filtros u otra llave: repita los mismos filtros o empiece sin cursor.',
    'el valor de «paginacion.siguiente» o «paginacion.anterior» de una respuesta con los mismos filtros',
  );
