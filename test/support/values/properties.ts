import fc from 'fast-check';

/** Checks a property on `runs` values; fast-check prints the seed of one that breaks it. */
export const forEvery = <T>(
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => void,
): void => fc.assert(fc.property(values, check), { numRuns: runs });

/** Like `forEvery`, for asynchronous checks. */
export const forEveryAsync = <T>(
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(values, check), { numRuns: runs });

/** One of several arbitraries, chosen by weight. */
export const weighted = <Options extends [weight: number, of: fc.Arbitrary<unknown>][]>(
  ...options: Options
): fc.Arbitrary<Options[number][1] extends fc.Arbitrary<infer T> ? T : never> =>
  fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as never;

/** Objects with `Object.prototype`, like those that JSON.parse makes. */
export const record = <T extends object>(model: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record<T>(model, { noNullPrototype: true });
