import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { RATE_LIMIT } from '../../../../src/domain/sliding-window.ts';
import type { Handler } from '../../../../src/http/api/handler.ts';
import { okJson } from '../../../../src/http/wire/answer.ts';
import { withClient } from '../../../support/postgres/query.ts';
import { sampleRestaurante } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { openDoor } from '../door.ts';

const PROFILE = '/restaurante';

describe('while PostgreSQL counts a request', async () => {
  const answer: Handler = async () => okJson(sampleRestaurante());
  let handle = answer;
  let handled = 0;
  const count: Handler = (request) => {
    handled += 1;
    return handle(request);
  };
  const door = await openDoor({ after }, { engine: 'PostgreSQL', handle: count });
  beforeEach(() => {
    handle = answer;
    handled = 0;
  });

  /** A key that has used up its requests, but was not refused yet. */
  const makeSpent = async (): Promise<string> => {
    const token = await door.makeToken();
    const replies = Array.from({ length: RATE_LIMIT }, () => door.api(PROFILE, { token }));
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    handled = 0;
    return token;
  };

  test('its answer is read already, but sent only once it is counted', async () => {
    const token = await door.makeToken();
    await door.api(PROFILE, { token });
    handled = 0;
    await withClient(door.databaseUrl ?? '', async (other) => {
      await other.query('BEGIN');
      await other.query('LOCK TABLE rate_windows IN EXCLUSIVE MODE');
      let isAnswered = false;
      const reply = door.api(PROFILE, { token }).finally(() => {
        isAnswered = true;
      });
      await until(() => handled === 1);
      assert.equal(isAnswered, false);
      await other.query('ROLLBACK');
      assert.equal((await reply).status, 200);
      assert.equal(handled, 1);
    });
  });

  test('a request over the limit learns nothing of the result, nor of its failure', async () => {
    const token = await makeSpent();
    handle = () => Promise.reject(new Error('it went wrong'));
    const logged = door.lines.length;
    assertError(await door.api(PROFILE, { token }), 'limite_alcanzado');
    assert.equal(handled, 1);
    assert.ok(door.lines.slice(logged).every(({ level }) => level === 30));
  });

  test('an admitted request gets the failure', async () => {
    const token = await door.makeToken();
    handle = () => Promise.reject(new Error('it went wrong'));
    assertError(await door.api(PROFILE, { token }), 'error_interno');
    assert.equal(handled, 1);
  });

  for (const [what, path, ask] of [
    ['changes something', '/webhooks', { method: 'POST', body: '{"url":"https://example.com/"}' }],
    ['holds something', '/stream', {}],
    ['brings something', PROFILE, { body: '{}' }],
  ] as const) {
    test(`nothing is done ahead that ${what}`, async () => {
      const token = await makeSpent();
      assertError(await door.api(path, { token, ...ask }), 'limite_alcanzado');
      assert.equal(handled, 0);
    });
  }
});
