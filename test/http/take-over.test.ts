import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { encodeHead } from '../../src/http/server/server.ts';
import { isAsExpected, takeOver, UNDOCUMENTED } from '../../src/http/take-over.ts';
import { listen } from '../support/machine/loopback.ts';

/** A server that answers each request with a stream of one line. */
const startServer = async (
  t: TestContext,
  before: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; opened: Promise<Socket> }> => {
  const opened = Promise.withResolvers<Socket>();
  const server = createServer((request, response) => {
    before(request, response);
    const head = encodeHead(200, { 'x-request-id': 'mia', connection: 'close' });
    takeOver(request, response, (socket) => {
      socket.write(`${head}data: 1\n\n`);
      opened.resolve(socket);
    });
  });
  t.after(() => server.close());
  return { url: await listen(server), opened: opened.promise };
};

/** Requests a stream, ends it on the server's side, and checks that all of it arrived. */
const readStream = async (url: string, opened: Promise<Socket>): Promise<void> => {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  const reading = text(response);
  const socket = await opened;
  socket.end('data: 2\n\n');
  assert.equal(await reading, 'data: 1\n\ndata: 2\n\n');
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['x-request-id'], 'mia');
  assert.equal(response.headers['connection'], 'close');
};

describe('taking a connection over from Node’s HTTP server', () => {
  /** When this fails, a new Node has moved its internals: streams still work, but take twice the memory. */
  test('frees everything that Node keeps for HTTP', async (t) => {
    let parser: Record<string, unknown> = {};
    let isClosed = false;
    const onClose = () => undefined;
    const { url, opened } = await startServer(t, ({ socket }, response) => {
      assert.ok(isAsExpected(socket));
      assert.ok(closeListeners(socket).includes(UNDOCUMENTED.closeListener));
      socket.on('close', onClose);
      parser = Reflect.get(socket, UNDOCUMENTED.parser) as Record<string, unknown>;
      for (const name of UNDOCUMENTED.parserMethods) assert.equal(typeof parser[name], 'function');
      for (const name of UNDOCUMENTED.overriddenMethods) assert.ok(Object.hasOwn(socket, name));
      assert.notDeepEqual(ownValues(parser), []);
      response.once('close', () => {
        isClosed = true;
      });
    });
    const request = get(url);
    const socket = await opened;
    assert.equal(Reflect.get(socket, UNDOCUMENTED.parser), null);
    assert.deepEqual(ownValues(parser), []);
    for (const name of UNDOCUMENTED.overriddenMethods) assert.ok(!Object.hasOwn(socket, name));
    assert.deepEqual(
      socket.eventNames().filter((name) => name === 'data' || name === 'timeout'),
      [],
    );
    assert.deepEqual(closeListeners(socket), [onClose.name]);
    assert.ok(isClosed);
    request.on('error', () => undefined).destroy();
    socket.destroy();
  });

  test('gives the client the stream and its end', async (t) => {
    const { url, opened } = await startServer(t, () => undefined);
    await readStream(url, opened);
  });

  for (const name of [UNDOCUMENTED.parser, ...UNDOCUMENTED.overriddenMethods]) {
    test(`so does a Node whose sockets have no «${name}» of their own: the response stays attached`, async (t) => {
      const responses: ServerResponse[] = [];
      const { url, opened } = await startServer(t, ({ socket }, response) => {
        responses.push(response);
        void opened.then(hide(socket, name));
        assert.ok(!isAsExpected(socket));
      });
      await readStream(url, opened);
      assert.ok(responses[0]?.socket === (await opened));
    });
  }
});

const closeListeners = (socket: Socket): string[] =>
  socket.listeners('close').map(({ name }) => name);

const ownValues = (parser: Record<string, unknown>): unknown[] =>
  Object.values(parser).filter((value) => value !== null);

/**
 * Removes an internal of Node's until the connection has been taken over: Node's own code, which is not new, reads it
 * as well.
 */
const hide = (socket: Socket, name: string): (() => void) => {
  if (name !== UNDOCUMENTED.parser) {
    Reflect.deleteProperty(socket, name);
    return () => undefined;
  }
  const parser = Reflect.get(socket, name) as Record<string, unknown>;
  parser['remove'] = undefined;
  return () => void Reflect.deleteProperty(parser, 'remove');
};
