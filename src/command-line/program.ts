import type { Command } from './command.ts';

/** One of the programs that are called `comanda`: its commands, and what its help says beside them. */
export interface Program<C> {
  readonly commands: readonly Command<C>[];
  /** What it is for, in a sentence. */
  readonly intro: string;
  /** Commands that it names and another program runs, with the line above them. */
  readonly elsewhere?: { readonly title: string; readonly commands: ReadonlyMap<string, string> };
  /** Said of all commands. */
  readonly note?: string;
  readonly environment: {
    readonly title: string;
    readonly variables: Readonly<Record<string, string>>;
  };
  readonly exitCodes: readonly (readonly [code: string, meaning: string])[];
}
