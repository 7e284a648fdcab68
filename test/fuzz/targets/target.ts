import type fc from 'fast-check';
import type { FuzzServer } from '../fuzz-server.ts';

/** One kind of input. Its cases are valid for every server, so that they can be replayed. */
export interface Target<Case = unknown> {
  name: string;
  /** Number of cases of a short run. */
  runs: number;
  cases: fc.Arbitrary<Case>;
  /** Throws when an answer is wrong. */
  attack(one: Case, server: FuzzServer): Promise<void>;
}

/** Creates a target whose `attack` checks `cases`, and erases the type of the case. */
export const target = <Case>(made: Target<Case>): Target => made as unknown as Target;
