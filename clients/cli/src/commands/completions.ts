import { oneOf } from '@comanda/command-line';
import { defineCommand } from '../command.ts';
import { completionScript, SHELLS } from '../completions/script.ts';

const shell = oneOf(SHELLS);

export const completions = defineCommand({
  name: 'completions',
  summary: 'print the completions for a shell',
  argument: { name: 'SHELL', help: `one of ${SHELLS.join(', ')}`, read: shell },
  notes: [
    'bash: source <(comanda completions bash), in ~/.bashrc.',
    'zsh:  source <(comanda completions zsh), in ~/.zshrc, after compinit.',
    'fish: comanda completions fish > ~/.config/fish/completions/comanda.fish, once.',
  ],
  examples: ['comanda completions bash'],
  run: async ({ argument }, { io, commands }) => io.out(completionScript(argument, commands)),
});
