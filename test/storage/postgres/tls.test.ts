import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { StorageBusyError } from '../../../src/storage/port/errors.ts';
import { makePools } from '../../../src/storage/postgres/driver/pools.ts';
import { makeTransact } from '../../../src/storage/postgres/driver/transaction.ts';

/** What a server, or a proxy before it, does with a client that asks for TLS while it restarts. */
const RESTARTING: Record<string, (socket: Socket) => void> = {
  'hangs up at once': (socket) => socket.destroy(),
  'cannot start a process': (socket) => socket.once('data', () => socket.end('E')),
  'hangs up during the handshake': (socket) =>
    socket.once('data', () => {
      socket.write('S');
      socket.once('data', () => socket.end());
    }),
};

for (const [what, answer] of Object.entries(RESTARTING)) {
  test(`a server over TLS that ${what} is busy, and is tried again`, async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { reader, writers, close } = makePools(
      `postgres://u:p@127.0.0.1:${port}/d?sslmode=no-verify`,
    );
    try {
      await assert.rejects(reader.rows('SELECT 1', []), StorageBusyError);
      assert.ok(connections > 1, `${connections} connections`);
      await assert.rejects(
        makeTransact(writers)(({ rows }) => rows('SELECT 1', [])),
        StorageBusyError,
      );
    } finally {
      await close();
      server.close();
    }
  });
}
