export const isoInstant = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : isoInstant(ms);
