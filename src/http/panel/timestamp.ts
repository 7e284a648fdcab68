export const timestampOf = (ms: number): string => new Date(ms).toISOString();

export const timestampOrNull = (ms: number | null): string | null =>
  ms === null ? null : timestampOf(ms);
