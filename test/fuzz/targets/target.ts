import type fc from 'fast-check';
import type { Arena } from '../arena.ts';

/** One way of attacking. Cases are told in terms that hold for every arena, so that they can be replayed. */
export interface Target<Case = unknown> {
  name: string;
  /** What a thousand cases are worth beside another target's: how many of them a short run makes. */
  runs: number;
  cases: fc.Arbitrary<Case>;
  /** Throws for what must not be. */
  attack(one: Case, arena: Arena): Promise<void>;
}

/** Keeps the type of the case between `cases` and `attack`, and nobody else's business. */
export const target = <Case>(made: Target<Case>): Target => made as unknown as Target;
