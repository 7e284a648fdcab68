import type { Listed } from '@comanda/command-line';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { toCompletable } from './words.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as Shell[];

/** Everything that can be completed is known beforehand, so that the shell need not start the program for it. */
export const completionScript = (shell: Shell, commands: readonly Listed[]): string => {
  const byName = new Map(commands.map((command) => [command.name, command]));
  return SCRIPTS[shell]([...byName.values()].map(toCompletable));
};
