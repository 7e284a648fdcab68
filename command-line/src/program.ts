import type { Command } from './command.ts';

/** One of the programs that are called `comanda`: its commands, and what its help says beside them. */
export interface Program<C> {
  readonly commands: readonly Command<C>[];
  /** The purpose of the program, in a sentence. */
  readonly intro: string;
  /** Commands that help lists, below their title, and another program runs. */
  readonly elsewhere?: { readonly title: string; readonly commands: ReadonlyMap<string, string> };
  /** A sentence of help that holds for all commands. */
  readonly note?: string;
  readonly environment: {
    readonly title: string;
    readonly variables: Readonly<Record<string, string>>;
  };
  readonly exitCodes: readonly (readonly [code: string, meaning: string])[];
}
