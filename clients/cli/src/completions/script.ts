import { fullName } from '@comanda/command-line';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { toCompletable } from './words.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as Shell[];

/** Everything that can be completed is known beforehand, so that the shell need not start the program for it. */
export const completionScript = (shell: Shell, commands: readonly CommandUnknownOpts[]): string => {
  const byName = new Map(commands.map((command) => [fullName(command), command]));
  return SCRIPTS[shell]([...byName.values()].map(toCompletable));
};
