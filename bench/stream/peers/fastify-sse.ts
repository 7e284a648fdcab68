// Fastify with its own plugin for server-sent events; who listens to which restaurant is ours to keep.

import sse from '@fastify/sse';
import Fastify from 'fastify';
import { listen } from '../../support/script.ts';

/** What the plugin puts on a reply; its types are there only where the figures are measured. */
interface Listener {
  keepAlive(): void;
  sendHeaders(): void;
  onClose(then: () => void): void;
  send(message: { id: string; event: string; data: string }): Promise<void>;
}

const listeners = new Map<string, Set<Listener>>();
const app = Fastify({ logger: false });
let id = 0;

const listenersOf = (name: string): Set<Listener> => {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  return set;
};

await app.register(sse, { heartbeatInterval: 25_000, serializer: (data: unknown) => String(data) });

const only: object = { sse: 'only' };
app.get<{ Params: { name: string } }>('/sub/:name', only, async (request, reply) => {
  const set = listenersOf(request.params.name);
  const { sse: listener } = reply as unknown as { sse: Listener };
  listener.keepAlive();
  listener.sendHeaders();
  // Else they would wait for the first heartbeat.
  reply.raw.flushHeaders();
  set.add(listener);
  listener.onClose(() => set.delete(listener));
});

app.post<{ Params: { name: string }; Body: string }>('/pub/:name', async (request, reply) => {
  id += 1;
  const message = { id: String(id), event: 'pedido.nuevo', data: request.body };
  await Promise.all(
    [...listenersOf(request.params.name)].map((listener) => listener.send(message)),
  );
  return reply.code(202).send();
});

await app.ready();
listen(app.server);
