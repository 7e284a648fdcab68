import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { describe, test } from 'node:test';
import { startReceiver } from '../support/receiver/receiver.ts';
import { ending, fakeDns, makeSender } from './sender.ts';

const receiver = await startReceiver(runner);
const { ports } = receiver;
const dns = fakeDns({ 'receptor.prueba': ['127.0.0.1'] });
const { send } = makeSender(runner, { dns });
const hasty = makeSender(runner, { dns, deadlineMs: 1_500 });
const tls = { stage: 'before', blame: 'theirs', fallo: 'tls' };

describe('over TLS', () => {
  test('a receiver with a good certificate gets it, on one connection', async () => {
    const url = `https://receptor.prueba:${ports.good}/status/200`;
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await send(url)).stage, 'after');
    }
    const requests = await receiver.requests('/status/200', 3);
    assert.equal(new Set(requests.map(({ connection }) => connection)).size, 1);
    assert.equal(requests[0]?.headers['host'], `receptor.prueba:${ports.good}`);
  });

  test('an address has to be in the certificate as well', async () => {
    assert.equal((await send(`https://127.0.0.1:${ports.good}/status/204`)).stage, 'after');
    assert.deepEqual(ending(await send(`https://127.0.0.1:${ports.other}/`)), tls);
  });

  for (const kind of ['other', 'expired', 'selfSigned', 'garbage'] as const) {
    test(`nothing is sent to a receiver that shows ${kind}`, async () => {
      const path = `/status/200?${kind}`;
      assert.deepEqual(ending(await send(`https://receptor.prueba:${ports[kind]}${path}`)), tls);
      assert.ok(receiver.received.every((each) => each.path !== path));
    });
  }

  test('a receiver that never completes the handshake times out', async () => {
    assert.deepEqual(ending(await hasty.send(`https://receptor.prueba:${ports.mute}/`)), {
      stage: 'before',
      blame: 'theirs',
      fallo: 'plazo',
    });
  });

  test('a receiver cannot have it negotiate again', async () => {
    const url = `https://receptor.prueba:${ports.renegotiating}/`;
    assert.deepEqual(ending(await hasty.send(url)), {
      stage: 'during',
      blame: 'theirs',
      fallo: 'plazo',
      status: null,
    });
  });
});
