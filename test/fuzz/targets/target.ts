import type fc from 'fast-check';
import type { FuzzServer } from '../fuzz-server.ts';

/** One kind of input. Its cases hold for every server, so that they can be replayed. */
export interface Target<Case = unknown> {
  name: string;
  /** Cases of a short run. */
  runs: number;
  cases: fc.Arbitrary<Case>;
  /** Throws when an answer is wrong. */
  attack(one: Case, server: FuzzServer): Promise<void>;
}

/** Checks `cases` against `attack`, and hides the type of the case. */
export const target = <Case>(made: Target<Case>): Target => made as unknown as Target;
