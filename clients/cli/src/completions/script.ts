import type { Listed } from '../../../../src/command-line/command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Completable, toCompletable } from './words.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Completable[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Everything that can be completed is known beforehand, so that the shell need not start the program for it. */
export const completionScript = (shell: Shell, commands: readonly Listed[]): string => {
  const byName = new Map(commands.map((command) => [command.name, command]));
  return SCRIPTS[shell]([...byName.values()].map(toCompletable));
};
