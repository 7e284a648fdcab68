import type { Read } from './command.ts';
import { UsageError } from './errors.ts';
import { nearest } from './nearest.ts';
import { quote } from './text.ts';

export const text: Read<string> = (given, name) => {
  if (given !== '') return given;
  throw new UsageError(`${name} must not be empty`);
};

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of `90s`, `30m`, `2h`, `7d`; null if it is no duration. */
export const durationMs = (given: string): number | null => {
  const [, digits, unit = ''] = /^(\d{1,8})([smhd])$/.exec(given) ?? [];
  return digits === undefined ? null : Number(digits) * (UNIT_MS[unit] ?? 0);
};

/** One word of a list. */
export const oneOf = <const T extends string>(allowed: readonly T[]): Read<T> => {
  const read: Read<T> = (given, name) => {
    const found = allowed.find((each) => each === given);
    if (found !== undefined) return found;
    const meant = nearest(given, allowed, 2);
    throw new UsageError(
      `${name} must be one of ${allowed.join(', ')}, not ${quote(given)}${
        meant === undefined ? '' : `; did you mean ${meant}?`
      }`,
    );
  };
  return Object.assign(read, { values: allowed });
};

/** Some words of a list, separated by commas. */
export const someOf = <const T extends string>(allowed: readonly T[]): Read<T[]> => {
  const one = oneOf(allowed);
  const read: Read<T[]> = (given, name) => {
    const words = given.split(',').map((word) => word.trim());
    const found = words.filter((word) => word !== '').map((word) => one(word, name));
    if (found.length > 0) return [...new Set(found)];
    throw new UsageError(`${name} must name at least one of ${allowed.join(', ')}`);
  };
  return Object.assign(read, { values: allowed });
};
