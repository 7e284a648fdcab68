// The limit for answers that have not changed: a bare Fastify sends one of our answers, with its headers, to every
// request, and 304 to whoever has it already.

import { fastify } from 'fastify';
import { listen, readSettings } from '../../support/script.ts';

const { headers, text } = readSettings<{ headers: Record<string, string>; text: string }>();
const body = Buffer.from(text);
const { 'content-length': _own, ...others } = headers;

const app = fastify();
app.get('/*', (request, reply) => {
  reply.headers(others);
  if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
  return reply.send(body);
});
await app.ready();
listen(app.server);
