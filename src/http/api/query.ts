import Type from 'typebox';
import {
  Fecha,
  FORMATO_FECHA,
  FORMATO_INSTANTE,
  Instante,
  isFecha,
  parseInstante,
} from '../../contract/instante.ts';
import type { Parameters, Values } from '../../contract/rutas/ruta.ts';
import { nearest } from '../../contract/violations/nearest.ts';
import type { Cursor, CursorCodec } from '../../domain/cursor.ts';
import { type ApiError, invalid } from './errors.ts';

/** Parses, checks and converts the query string by the contract's schemas, and fills in defaults. */
export const readQuery = <P extends Parameters>(raw: string, parameters: P): Values<P> => {
  const given = parseQuery(raw, parameters);
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(parameters)) {
    const text = given.get(name);
    values[name] = text === undefined ? absentValue(schema) : convert(name, text, schema);
  }
  return values as Values<P>;
};

/**
 * The decoded text of each parameter. A repeated list is the union of its values, because most generated clients
 * write lists so; any other repeated parameter is refused. So is a name that the operation does not know: ignoring it
 * would return unfiltered data.
 */
const parseQuery = (raw: string, parameters: Parameters): Map<string, string> => {
  const given = new Map<string, string>();
  for (const pair of raw.split('&')) {
    const [encodedName, encodedValue] = splitPair(pair);
    const name = decode(encodedName) ?? encodedName;
    if (pair === '' || IGNORED.test(name)) continue;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) throw unknownParameter(name, Object.keys(parameters));
    const value = decode(encodedValue);
    if (value === null) {
      throw invalid(`El parámetro «${name}» está mal codificado.`, 'UTF-8 codificado con %XX');
    }
    const before = given.get(name);
    if (before !== undefined && !Type.IsArray(parameter.schema)) {
      throw invalid(`El parámetro «${name}» está repetido.`, 'cada parámetro, una sola vez');
    }
    given.set(name, before === undefined ? value : `${withoutTrailingComma(before)},${value}`);
  }
  return given;
};

/** Libraries add `_` against caches, and advertisements `utm_*` to links. */
const IGNORED = /^(?:_|utm_.*)$/;

const unknownParameter = (name: string, known: readonly string[]): ApiError => {
  const meant = nearestName(name, known);
  const guess = meant === undefined ? '.' : `; ¿quisiste decir «${meant}»?`;
  const admitted =
    known.length === 0 ? 'Aquí no se admite ninguno.' : `Se admiten: ${known.join(', ')}.`;
  return invalid(`No existe el parámetro «${shorten(name)}»${guess} ${admitted}`, known);
};

/** The known name of the same letters, apart from case, signs and brackets behind it, or else a few letters away. */
const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const bare = bareName(shorten(name));
  if (bare.length < GUESS_CHARS_MIN) return undefined;
  return (
    known.find((each) => bareName(each) === bare) ??
    nearest(bare, known, Math.ceil(bare.length / 4))
  );
};
const bareName = (name: string): string => name.toLowerCase().replace(/\[.*$|[^a-z]/gs, '');
/** Shorter names are one letter away from too many others. */
const GUESS_CHARS_MIN = 3;

/** The first parameter of this name, also one that the operation does not know; undecoded if its encoding is broken. */
export const findParameter = (raw: string, name: string): string | undefined => {
  for (const pair of raw.split('&')) {
    const [encodedName, encodedValue] = splitPair(pair);
    if (!pair.includes('=') || decode(encodedName) !== name) continue;
    return decode(encodedValue) ?? encodedValue;
  }
  return undefined;
};

const splitPair = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
};

/** Null if the encoding is broken. */
const decode = (text: string): string | null => {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const absentValue = (schema: Type.TSchema): unknown => {
  if (Type.IsArray(schema)) return [];
  return 'default' in schema ? schema.default : null;
};

/** A string is left to its handler, which can judge it better than a pattern. */
const convert = (name: string, text: string, schema: Type.TSchema): unknown => {
  if (schema === Instante) {
    return parseInstante(text) ?? refuse(name, text, FORMATO_INSTANTE);
  }
  if (schema === Fecha) return isFecha(text) ? text : refuse(name, text, FORMATO_FECHA);
  if (Type.IsArray(schema)) {
    const allowed = valuesOf(schema.items);
    const given = withoutTrailingComma(text)
      .split(',')
      .map((each) => oneOf(name, each.trim(), allowed));
    // Canonical form: without repeats, in the contract's order.
    return allowed.filter((each) => given.includes(each));
  }
  if (Type.IsEnum(schema)) return oneOf(name, text, valuesOf(schema));
  if (Type.IsBoolean(schema)) return oneOf(name, text, BOOLEANS) === 'true';
  if (Type.IsInteger(schema)) {
    const { minimum = 0, maximum = INTEGER_MAX } = schema as Type.TInteger & Range;
    const number = INTEGER.test(text) ? Number(text) : Number.NaN;
    return number >= minimum && number <= maximum
      ? number
      : refuse(name, text, `${minimum}..${maximum}`);
  }
  return text;
};

const withoutTrailingComma = (text: string): string => {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(',') ? trimmed.slice(0, -1) : text;
};

interface Range {
  minimum?: number;
  maximum?: number;
}
const BOOLEANS = ['true', 'false'];
const INTEGER = /^\d{1,9}$/;
const INTEGER_MAX = 999_999_999;

const valuesOf = (schema: Type.TSchema): readonly string[] =>
  Type.IsEnum(schema) ? schema.enum.map(String) : [];

const oneOf = (name: string, text: string, allowed: readonly string[]): string =>
  allowed.includes(text) ? text : refuse(name, text, allowed);

/** Refuses a value of a parameter. */
export const refuse = (name: string, text: string, allowed: string | readonly string[]): never => {
  const hint = typeof allowed === 'string' ? allowed : allowed.join(', ');
  throw invalid(
    `El parámetro «${name}» no admite «${shorten(text)}»; se admite: ${hint}.`,
    allowed,
  );
};

const SHOWN_CHARS_MAX = 60;
export const shorten = (text: string): string =>
  text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;

/** Whether there are pages after and before this one. `more` looks in the direction of the cursor: back, or else forward. */
export const neighboursOf = (cursor: Pick<Cursor, 'direction'> | null, more: boolean) => {
  const isBack = cursor?.direction === 'before';
  return { hasNext: isBack || more, hasPrevious: isBack ? more : cursor !== null };
};

/** The position that a `cursor` names. Refuses a cursor that we did not make, or made for another list. */
export const readCursor = (text: string | null, codec: CursorCodec): Cursor | null => {
  if (text === null) return null;
  const verdict = codec.decode(text);
  if (verdict.ok) return verdict.cursor;
  throw invalid(
    verdict.reason === 'forged'
      ? `El cursor «${shorten(text)}» no es válido.`
      : 'El cursor se obtuvo con otros filtros u otra llave: repite los mismos filtros o empieza sin cursor.',
    'el valor de «paginacion.siguiente» o «paginacion.anterior» de una respuesta con los mismos filtros',
  );
};
