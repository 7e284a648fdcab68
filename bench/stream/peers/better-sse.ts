// better-sse on node:http: a channel for each restaurant, events handed on as the text they are.

import { createServer, type IncomingMessage } from 'node:http';
import { createChannel, createSession } from 'better-sse';

/** What we use of it; its types are there only where the figures are measured. */
interface Channel {
  register(session: unknown): void;
  broadcast(data: string, event: string): void;
}

const { port } = JSON.parse(process.argv[2] ?? '') as { port: number };
const channels = new Map<string, Channel>();

const channelOf = (name: string): Channel => {
  const channel: Channel = channels.get(name) ?? createChannel();
  channels.set(name, channel);
  return channel;
};

const text = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
};

const server = createServer(async (request, response) => {
  const [, door = '', name = ''] = (request.url ?? '').split('/');
  if (door === 'sub') {
    const session = await createSession(request, response, {
      keepAlive: 25_000,
      serializer: (data: unknown) => String(data),
    });
    channelOf(name).register(session);
    return;
  }
  channelOf(name).broadcast(await text(request), 'pedido.nuevo');
  response.writeHead(202).end();
});
server.listen({ port, host: '127.0.0.1', backlog: 4_096 }, () => process.stdout.write('ready\n'));
