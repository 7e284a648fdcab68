import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeRemembered, markOf } from '../../../src/http/api/remembered.ts';
import { ok } from '../../../src/http/wire/answer.ts';

const answerOf = (text: string) => ok(Buffer.from(text));
const remembering = (version = 1) => {
  const position = { secuencia: 1, version, logTag: 'log' };
  return { position, remembered: makeRemembered({ position: async () => position }) };
};

/** Two queries that have nothing in common but their checksum. */
const twins = (): [string, string] => {
  const seen = new Map<number, string>();
  for (let n = 0; ; n += 1) {
    const query = `cursor=${n.toString(36)}`;
    const twin = seen.get(markOf(query));
    if (twin !== undefined) return [twin, query];
    seen.set(markOf(query), query);
  }
};

describe('what is remembered of a restaurant', () => {
  test('is what was asked for a second time', async () => {
    const { remembered } = remembering();
    const { answers } = await remembered('rest_a');
    assert.equal(answers.set('limite=5', answerOf('first')), false);
    assert.equal(answers.get('limite=5'), undefined);
    const second = answerOf('second');
    assert.equal(answers.set('limite=5', second), true);
    assert.equal(answers.get('limite=5'), second);
    assert.equal((await remembered('rest_b')).answers.get('limite=5'), undefined);
  });

  test('is forgotten when its log moves', async () => {
    const { position, remembered } = remembering();
    const { answers } = await remembered('rest_a');
    for (const text of ['first', 'second']) answers.set('', answerOf(text));
    position.version += 1;
    assert.equal((await remembered('rest_a')).answers.get(''), undefined);
  });

  test('is no other query with the same checksum', async () => {
    const [one, other] = twins();
    assert.notEqual(one, other);
    const { answers } = await remembering().remembered('rest_a');
    answers.set(one, answerOf('one'));
    const kept = answerOf('one');
    assert.equal(answers.set(one, kept), true);
    assert.equal(answers.get(other), undefined);
    assert.equal(answers.set(other, answerOf('other')), false);
    assert.equal(answers.get(other), undefined);
    assert.equal(answers.get(one), kept);
  });
});
