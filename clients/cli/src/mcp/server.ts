import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { makeHttp } from '../../../typescript/src/http.ts';
import type { Context } from '../command.ts';
import { readVersion } from '../commands/version.ts';
import { describeError, EXIT } from '../errors.ts';
import type { Service } from '../service.ts';
import { listenForStop } from '../terminal/signals.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'The orders of one restaurant, read-only. Field names and states are Spanish, as in the API: pedido is an order, carta the menu, estado the state. Amounts are integers in cents of the currency beside them. Timestamps are in UTC; days of sales_summary and product_sales are in the calendar of the restaurant.';

/** Answers an assistant over standard input and output until the input ends. */
export const serveMcp = async (context: Context): Promise<number> => {
  const { io, clock } = context;
  const service = context.service();
  await checkKey(service, io);
  using stopping = listenForStop();
  const server = new McpServer(
    { name: 'comanda', title: 'Comanda', version: readVersion() },
    { instructions: INSTRUCTIONS },
  );
  for (const { name, title, description, input, run } of TOOLS) {
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    const config = { title, description, inputSchema: input, annotations };
    server.registerTool(name, config, async (given, { signal }) => {
      try {
        const result = await run(given, { comanda: service.comanda, clock, signal });
        const text = JSON.stringify(result);
        return { content: [{ type: 'text', text }], structuredContent: { ...result } };
      } catch (error) {
        const { line } = describeError(error);
        return { content: [{ type: 'text', text: line }], isError: true };
      }
    });
  }
  const ended = once(io.stdin, 'end', { signal: stopping.signal }).catch(() => undefined);
  await server.connect(new StdioServerTransport());
  if (io.isOutTerminal)
    io.err('This speaks the Model Context Protocol: start it from an assistant.');
  await ended;
  await server.close();
  return EXIT.ok;
};

const REFUSED = new Set<number>([EXIT.key]);

/** A key that is refused shows at once, not as the answer to the first question; a service that is away may come back. */
const checkKey = async ({ url, key }: Service, io: Context['io']): Promise<void> => {
  try {
    await makeHttp({ url, key, retries: 0, timeoutMs: 5_000 }).request('/restaurante');
  } catch (error) {
    const { line, code } = describeError(error);
    const isScope =
      error instanceof Error && 'codigo' in error && error.codigo === 'alcance_insuficiente';
    if (REFUSED.has(code) && !isScope) throw error;
    if (!isScope) io.err(`comanda: ${line}`);
  }
};
