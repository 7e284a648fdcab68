import { once } from 'node:events';
import { makeHttp, sleep } from '@comanda/client/internal';
import { listenForStop, oneLine } from '@comanda/command-line';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Context } from '../command.ts';
import { describeError, EXIT, missingScope } from '../errors.ts';
import { readPackage } from '../package.ts';
import type { Service } from '../service.ts';
import { TOOLS } from './tools.ts';

/** Time for questions that are being answered when the input ends. */
const ANSWER_MS_MAX = 30_000;

const INSTRUCTIONS =
  'The orders of one restaurant, read-only. Field names and states are Spanish, as in the API: pedido is an order, carta the menu, estado the state. Amounts are integers in cents of the currency beside them. Timestamps are in UTC; days of sales_summary, cash_up and product_sales are in the calendar of the restaurant.';

/** Answers an assistant over standard input and output until the input ends. */
export const serveMcp = async (context: Context): Promise<number> => {
  const { io, clock, random } = context;
  const service = context.service();
  await checkKey(service, io);
  using stopping = listenForStop();
  const server = new McpServer(
    { name: 'comanda', title: 'Comanda', version: readPackage().version },
    { instructions: INSTRUCTIONS },
  );
  const underWay = new Set<Promise<unknown>>();
  for (const { name, title, description, input, run } of TOOLS) {
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    const config = { title, description, inputSchema: input, annotations };
    server.registerTool(name, config, async (given, { signal }) => {
      try {
        const { comanda, http } = service;
        const running = run(given, { comanda, http, clock, random, signal });
        underWay.add(running);
        const result = await running.finally(() => underWay.delete(running));
        const text = JSON.stringify(result);
        return { content: [{ type: 'text', text }], structuredContent: { ...result } };
      } catch (error) {
        const { line } = describeError(error);
        return { content: [{ type: 'text', text: line }], isError: true };
      }
    });
  }
  const ended = once(io.stdin, 'end', { signal: stopping.signal }).catch(() => undefined);
  // The SDK closes it when a message has no end.
  const closed = new Promise<number>((resolve) => {
    server.server.onclose = () => resolve(EXIT.failed);
  });
  server.server.onerror = ({ message }) => io.err(`comanda: ${oneLine(message)}`);
  await server.connect(new StdioServerTransport(io.stdin, io.stdout));
  if (io.width() !== null)
    io.err('This speaks the Model Context Protocol: start it from an assistant.');
  const failed = await Promise.race([ended.then(() => null), closed]);
  if (failed !== null) return failed;
  // A script that pipes questions in and closes the pipe still wants the answers.
  const { signal } = stopping;
  const answered = (async () => {
    // A turn for the last question to begin, and one for the last answer to be written.
    await sleep(0, signal);
    await Promise.allSettled(underWay);
    await sleep(0, signal);
  })();
  await Promise.race([answered, sleep(ANSWER_MS_MAX, signal)]).catch(() => undefined);
  await server.close();
  return EXIT.ok;
};

/** Fails at once if the key is refused, not at the first question. A service that is away may come back. */
const checkKey = async ({ url, key }: Service, io: Context['io']): Promise<void> => {
  try {
    await makeHttp({ url, key, retries: 0, timeoutMs: 5_000 }).request('/restaurante');
  } catch (error) {
    // The key may still be good for other tools.
    if (missingScope(error) !== undefined) return;
    const { line, code } = describeError(error);
    if (code === EXIT.key) throw error;
    io.err(`comanda: ${line}`);
  }
};
