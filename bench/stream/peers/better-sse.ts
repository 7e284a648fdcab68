// better-sse on node:http: a channel for each restaurant, which passes the text of events on unchanged.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createChannel, createSession } from 'better-sse';
import { listen } from '../../support/script.ts';

/** The part of better-sse that we use; its own types are installed only where figures are measured. */
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
