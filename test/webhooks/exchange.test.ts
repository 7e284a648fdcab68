import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, type Dispatcher } from 'undici';
import { exchange } from '../../src/webhooks/exchange.ts';
import { startSite } from '../support/machine/loopback.ts';

test('a stop right after the last byte of an answer leaves it a success', async (t) => {
  const client = new Client(await startSite(t, (_, response) => void response.end('gracias')));
  t.after(() => client.destroy());
  const stop = new AbortController();
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (options, handler: Dispatcher.DispatchHandler) => {
    const onEnd = handler.onResponseEnd?.bind(handler);
    handler.onResponseEnd = (...ended) => {
      onEnd?.(...ended);
      stop.abort();
    };
    return dispatch(options, handler);
  };
  let isSound: boolean | null = null;
  const giveBack = (sound: boolean) => {
    isSound = sound;
  };
  const ending = await exchange(
    { client, keep: true, giveBack },
    { path: '/', headers: [], body: Buffer.from('{}') },
    { deadlineMs: 15_000, signal: stop.signal },
  );
  assert.deepEqual(ending, { stage: 'after', status: 200, retryAfter: null, extracto: 'gracias' });
  assert.equal(isSound, true);
});
