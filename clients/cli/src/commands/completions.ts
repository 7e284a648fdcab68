import { leaves, makeCommand } from '@comanda/command-line';
import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Context } from '../command.ts';
import { completionScript, SHELLS } from '../completions/script.ts';

export const completions = ({ io, beside }: Context) =>
  makeCommand('completions', 'print the completions for a shell', {
    notes: [
      'bash: source <(comanda completions bash), in ~/.bashrc.',
      'zsh:  source <(comanda completions zsh), in ~/.zshrc, after compinit.',
      'fish: comanda completions fish > ~/.config/fish/completions/comanda.fish, once.',
    ],
    examples: ['comanda completions bash'],
  })
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS))
    .action((shell, _options, command: CommandUnknownOpts) => {
      const own = command.parent === null ? [] : leaves(command.parent);
      io.out(completionScript(shell, [...beside(io), ...own]));
    });
