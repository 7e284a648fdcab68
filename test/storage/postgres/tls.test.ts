import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { connectionConfig } from '../../../src/storage/engines/postgres/driver/connection.ts';
import { prepareDatabase } from '../../../src/storage/engines/postgres/driver/migrate.ts';
import { makePools } from '../../../src/storage/engines/postgres/driver/pools.ts';
import { makeTransact } from '../../../src/storage/engines/postgres/driver/transaction.ts';
import { StorageBusyError } from '../../../src/storage/port/errors.ts';
import { listen } from '../../support/machine/loopback.ts';
import { AUTHORITY, certificate, KEY } from '../../support/receiver/certificates.ts';

/** Ways in which a restarting server, or the proxy before it, treats a client that asks for TLS. */
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
    });
    const { host } = new URL(await listen(server));
    const { reader, writers, close } = makePools(`postgres://u:p@${host}/d?sslmode=no-verify`);
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

/** `pg` treats several modes like verify-full, but warns about them in nine lines between those of our log. */
test('a mode that checks the certificate is handed over by its full name', () => {
  const modeOf = (search: string) =>
    new URL(connectionConfig(`postgres://u@h/d${search}`).connectionString ?? '').searchParams.get(
      'sslmode',
    );
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    assert.equal(modeOf(`?sslmode=${mode}`), 'verify-full');
  }
  assert.equal(modeOf('?sslmode=disable'), 'disable');
  assert.equal(modeOf('?sslmode=no-verify'), 'no-verify');
  assert.equal(modeOf('?sslmode=require&uselibpqcompat=true'), 'require');
  assert.equal(modeOf(''), null);
});

const UNKNOWN_AUTHORITY = / from an unknown authority; .+ sslmode=verify-full&sslrootcert=FILE/;

for (const [what, name, search, expected] of [
  ['vouches for itself', 'self-signed', 'require', UNKNOWN_AUTHORITY],
  ['is from an unknown authority', 'good', 'require', UNKNOWN_AUTHORITY],
  [
    'is for another name',
    'other',
    `verify-full&sslrootcert=${AUTHORITY}`,
    / for another name; name the server in DATABASE_URL as its certificate does/,
  ],
] as const) {
  test(`the error says what to do about a certificate that ${what}`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        const secure = { isServer: true, cert: certificate(name), key: KEY };
        new TLSSocket(socket, secure).on('error', () => undefined);
      });
    });
    const { host } = new URL(await listen(server));
    try {
      await assert.rejects(prepareDatabase(`postgres://u:p@${host}/d?sslmode=${search}`), expected);
    } finally {
      server.close();
    }
  });
}
