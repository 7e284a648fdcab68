import { defineCommand } from '../command.ts';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'let an assistant ask about orders, sales and the menu (Model Context Protocol)',
  notes: [
    'A server over standard input and output, for an assistant to start. All of its tools only read. An assistant',
    'takes it as: {"mcpServers":{"comanda":{"command":"comanda","args":["mcp"],"env":{"COMANDA_URL":"…","COMANDA_KEY":"…"}}}}',
    'What the assistant reads, customers included, goes where the assistant sends it: give it a key of its own.',
  ],
  examples: ['comanda mcp'],
  async run(_, context) {
    const { serveMcp } = await import('../mcp/server.ts');
    return serveMcp(context);
  },
});
