import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameJson } from '../../src/domain/same-json.ts';
import { forEvery } from '../support/values/properties.ts';

/** A canonical text of a JSON value, with sorted fields: equal text, equal value. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

test('two values are the same when their JSON is, whatever the order of the fields', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  forEvery(100, fc.tuple(value, value), ([a, b]) => {
    assert.equal(sameJson(a, b), canonical(a) === canonical(b));
    assert.ok(sameJson(a, JSON.parse(canonical(a))));
  });
});

test('values that look alike and differ', () => {
  assert.ok(sameJson({ a: -0 }, { a: 0 }));
  assert.ok(!sameJson({}, []));
  assert.ok(!sameJson(['x'], { 0: 'x' }));
  assert.ok(!sameJson(null, {}));
  assert.ok(!sameJson('1', 1));
  assert.ok(!sameJson({ a: 1 }, { b: 1 }));
  assert.ok(!sameJson({ toString: 1 }, { a: 1 }));
  assert.ok(!sameJson([1, 2], [1]));
});
