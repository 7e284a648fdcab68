import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { makeReadUnknownMethod } from '../../../src/http/wire/unknown-method.ts';

const WAIT_MS = 1_000;

test('a head that comes byte by byte is read once, not with every byte', (t) => {
  const readUnknownMethod = makeReadUnknownMethod(WAIT_MS, () => undefined);
  const socket = new Socket();
  t.after(() => socket.destroy());
  const read = (text: string) =>
    readUnknownMethod({ code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from(text) }, socket);
  const lines = Array.from({ length: 500 }, (_, i) => `a${i}: b\r\n`).join('');
  assert.equal(read(`VOLAR / HTTP/1.1\r\n${lines}`), 'incomplete');

  const tests = t.mock.method(RegExp.prototype, 'test');
  const rest = 'Authorization: Bearer svc_live_1\r\n\r\n';
  for (const byte of rest.slice(0, -1)) assert.equal(read(byte), 'incomplete');
  const request = read(rest.slice(-1));
  const steps = tests.mock.callCount();
  tests.mock.restore();

  assert.ok(request instanceof IncomingMessage);
  assert.equal(request.method, 'VOLAR');
  assert.equal(request.headers['a499'], 'b');
  assert.equal(request.headers.authorization, 'Bearer svc_live_1');
  assert.ok(steps < 1_000, `${steps} steps`);
});
