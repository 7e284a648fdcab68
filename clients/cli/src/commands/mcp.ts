import { makeCommand, withExitCode } from '@comanda/command-line';
import type { Context } from '../command.ts';

export const mcp = (context: Context) =>
  makeCommand(
    'mcp',
    'let an assistant ask about orders, sales and the menu (Model Context Protocol)',
    {
      notes: [
        'An assistant starts this server and uses it over standard input and output. Its tools only read.',
        'The configuration for an assistant:',
        '{"mcpServers":{"comanda":{"command":"comanda","args":["mcp"],"env":{"COMANDA_URL":"…","COMANDA_KEY":"…"}}}}',
        'The assistant may pass on all that it reads, customers included: give it a key of its own.',
      ],
      examples: ['comanda mcp'],
    },
  ).action(
    withExitCode(context, async () => {
      const { serveMcp } = await import('../mcp/server.ts');
      return serveMcp(context);
    }),
  );
