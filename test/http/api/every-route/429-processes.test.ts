import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTwoProcesses } from '../../../support/service.ts';
import { makeClient } from '../client.ts';

// test/cluster proves with three processes that they share a key's limit.
test('requests without a valid key from one address share 60 on all processes together', async (t) => {
  const apis = (await startTwoProcesses(t)).map(({ publicUrl }) => makeClient(publicUrl));
  const asked = Array.from({ length: 50 }, () => apis.map((api) => api('/restaurante')));
  const statuses = (await Promise.all(asked.flat())).map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(60).fill(401), ...Array(40).fill(429)]);
});
