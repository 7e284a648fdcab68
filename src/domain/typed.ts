/** `Object.entries` for literals whose keys are all known. */
export const typedEntries = <T extends object>(value: T) =>
  Object.entries(value) as { [K in keyof T]: [K, T[K]] }[keyof T][];
