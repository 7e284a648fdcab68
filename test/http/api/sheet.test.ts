import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { makeSheet } from '../../../src/http/api/sheet.ts';
import { openPair } from './pair.ts';

const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

const KIB = 1_024;
const filled = (size: number, value: number) => new Uint8Array(size).fill(value);

describe('answers put together in one piece of memory', () => {
  test('come out as they were, text and bytes', async () => {
    const { ours, theirs } = await openPair(server);
    const sheet = makeSheet();
    const bytes = filled(3, 0xc3);
    assert.equal(sheet.write(ours, 'head ', ['before ', bytes, ' after']), true);
    bytes.fill(0);
    ours.end();
    const expected = Buffer.concat([
      Buffer.from('head before '),
      filled(3, 0xc3),
      Buffer.from(' after'),
    ]);
    assert.deepEqual(await buffer(theirs), expected);
  });

  test('whoever reads slowly gets their own, whatever the others are sent meanwhile', async () => {
    const sheet = makeSheet();
    const slow = await openPair(server);
    const quick = await openPair(server);
    slow.theirs.pause();
    // More than the system takes for a client that does not read.
    const sent: Uint8Array[] = [];
    for (let n = 0; n < 100; n += 1) {
      const bytes = filled(200 * KIB, n);
      sent.push(bytes);
      sheet.write(slow.ours, '', [bytes]);
      sheet.write(quick.ours, '', [filled(10, 0xff)]);
    }
    assert.ok(slow.ours.writableLength > 0, 'the system took everything');
    slow.ours.end();
    quick.ours.end();
    assert.equal(Buffer.compare(await buffer(slow.theirs), Buffer.concat(sent)), 0);
    assert.deepEqual(await buffer(quick.theirs), Buffer.alloc(1_000, 0xff));
  });

  test('may be of any length', async () => {
    const { ours, theirs } = await openPair(server);
    const bytes = filled(700 * KIB, 7);
    makeSheet().write(ours, 'head', [bytes]);
    ours.end();
    const got = await buffer(theirs);
    assert.equal(Buffer.compare(got, Buffer.concat([Buffer.from('head'), bytes])), 0);
  });
});
