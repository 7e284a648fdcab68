// better-sse on node:http: a channel for each restaurant, events handed on as the text they are.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createChannel, createSession } from 'better-sse';
import { listen } from '../../support/script.ts';

/** What we use of it; its types are there only where the figures are measured. */
interface Channel {
  register(session: unknown): void;
  broadcast(data: string, event: string): void;
}

const channels = new Map<string, Channel>();

const channelOf = (name: string): Channel => {
  const channel: Channel = channels.get(name) ?? createChannel();
  channels.set(name, channel);
  return channel;
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
listen(server);
