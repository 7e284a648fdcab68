import type { Listed } from '../../../../src/command-line/command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Completable, HELP } from './words.ts';
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

const toCompletable = ({ name, summary, argument, options }: Listed): Completable => ({
  name,
  summary,
  argument: argument === undefined ? null : (argument.read.values ?? []),
  options: [
    ...Object.entries(options).map(([long, option]) => ({
      long,
      short: option.short ?? null,
      help: option.help,
      values: option.value === null ? null : (option.read.values ?? []),
    })),
    HELP,
  ],
});
