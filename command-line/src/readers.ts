import { InvalidArgumentError } from 'commander';

export const text = (given: string): string => {
  if (given !== '') return given;
  throw new InvalidArgumentError('must not be empty');
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
