import { describe } from 'node:test';
import { ENGINES, type EngineName } from './service.ts';

/** The same tests on each engine. */
export const describeOnEngines = (
  what: string,
  tests: (engine: EngineName) => void | Promise<void>,
): void => {
  for (const engine of ENGINES) describe(`${engine}: ${what}`, () => tests(engine));
};
