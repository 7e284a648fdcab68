import type { CommandOutcome } from './answers.ts';

/** A command that runs alone: later commands of its restaurant wait for it. */
export interface Task {
  restauranteId: string;
  carryOut(): Promise<CommandOutcome>;
}
