import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Type from 'typebox';
import { readBody } from '../../../src/http/api/body.ts';
import { collectGarbage } from '../../support/machine/memory.ts';

test('a body in chunks of one byte takes no more memory than another', async () => {
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const request = Object.assign(new PassThrough(), { headers });
  const body = readBody(request as unknown as IncomingMessage, Type.Object({}));
  const bytesBefore = process.memoryUsage().heapUsed;
  for (let i = 0; i < 65_000; i += 1) {
    request.write(Buffer.from(' '));
    if (i % 1_000 === 0) await nextTurn();
  }
  await nextTurn();
  collectGarbage();
  const takenBytes = process.memoryUsage().heapUsed - bytesBefore;
  request.end('{}');
  assert.deepEqual(await body, {});
  assert.ok(takenBytes < 1_000_000, `${takenBytes} bytes`);
});
