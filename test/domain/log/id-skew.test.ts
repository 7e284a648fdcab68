import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type DatedId,
  type IdSkew,
  isOrdered,
  SKEW_MAX_MS,
  UNORDERED,
  widenSkew,
} from '../../../src/domain/log/id-skew.ts';
import { forEvery } from '../../support/values/properties.ts';

/** The most, over all pairs, by which the smaller id was created after the larger. */
const bruteForce = (orders: readonly DatedId[]): number => {
  let most = 0;
  for (const a of orders) {
    for (const b of orders) if (a.id < b.id) most = Math.max(most, a.creadoMs - b.creadoMs);
  }
  return most;
};

/** The exact answer that `widenSkew` needs for an order inside the known range. */
const skewAmong =
  (stored: readonly DatedId[]) =>
  ({ id, creadoMs }: DatedId): number =>
    Math.max(
      0,
      ...stored.map((other) =>
        other.id < id ? other.creadoMs - creadoMs : creadoMs - other.creadoMs,
      ),
    );

const forbidden = (): number => assert.fail('asked about an order that the range alone can judge');

/** Batches of orders with distinct ids, created within `spanMs` of each other. */
const batches = (spanMs: number): fc.Arbitrary<DatedId[][]> =>
  fc
    .uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 999 }).map((n) => `ped_${String(n).padStart(3, '0')}`),
        creadoMs: fc.integer({ min: 0, max: spanMs }),
      }),
      { minLength: 1, maxLength: 14, selector: ({ id }) => id },
    )
    .chain((orders) =>
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 14, maxLength: 14 }).map((sizes) => {
        const rest = [...orders];
        return sizes.map((size) => rest.splice(0, size)).filter((piece) => piece.length > 0);
      }),
    );

const everyBatch = (
  spanMs: number,
  check: (idSkew: IdSkew, stored: readonly DatedId[], before: IdSkew | null) => void,
): void =>
  forEvery(200, batches(spanMs), (pieces) => {
    const stored: DatedId[] = [];
    let idSkew: IdSkew | null = null;
    for (const piece of pieces) {
      const before: IdSkew | null = idSkew;
      idSkew = widenSkew(before, piece, skewAmong(stored));
      stored.push(...piece);
      assert.ok(idSkew !== null);
      check(idSkew, stored, before);
    }
  });

describe('the skew of ids', () => {
  test('is exactly the worst of all pairs', () => {
    everyBatch(1_000, (idSkew, stored) => assert.equal(idSkew.skewMs, bruteForce(stored)));
  });

  test('is never less than the worst of all pairs, also where the answer about the inside is generous', () => {
    forEvery(100, fc.tuple(batches(1_000), fc.integer({ min: 0, max: 500 })), ([pieces, extra]) => {
      const stored: DatedId[] = [];
      let idSkew: IdSkew | null = null;
      for (const piece of pieces) {
        const exact = skewAmong([...stored]);
        idSkew = widenSkew(idSkew, piece, (placed) => exact(placed) + extra);
        stored.push(...piece);
      }
      assert.ok(idSkew !== null && idSkew.skewMs >= bruteForce(stored));
      assert.ok(idSkew.skewMs <= bruteForce(stored) + extra);
    });
  });

  test('is given up for good beyond the limit', () => {
    everyBatch(3 * SKEW_MAX_MS, (idSkew, stored, before) => {
      const lost = bruteForce(stored) > SKEW_MAX_MS;
      assert.equal(idSkew.skewMs, lost ? UNORDERED : bruteForce(stored));
      assert.equal(isOrdered(idSkew), !lost);
      if (before?.skewMs === UNORDERED) assert.equal(idSkew.skewMs, UNORDERED);
    });
  });

  test('the range is that of all orders', () => {
    everyBatch(1_000, (idSkew, stored) => {
      const ids = stored.map(({ id }) => id).sort();
      const times = stored.map(({ creadoMs }) => creadoMs);
      assert.deepEqual(
        [idSkew.idMin, idSkew.idMax, idSkew.creadoMinMs, idSkew.creadoMaxMs],
        [ids[0], ids.at(-1), Math.min(...times), Math.max(...times)],
      );
    });
  });
});

test('orders that come as time goes are judged without asking the database', () => {
  let idSkew: IdSkew | null = null;
  for (let n = 1; n <= 9; n += 1) {
    idSkew = widenSkew(idSkew, [{ id: `ped_${n}`, creadoMs: n * 10 }], forbidden);
  }
  assert.equal(idSkew?.skewMs, 0);
  idSkew = widenSkew(idSkew, [{ id: 'ped_0', creadoMs: 5 }], forbidden);
  assert.deepEqual(idSkew, {
    idMin: 'ped_0',
    idMax: 'ped_9',
    creadoMinMs: 5,
    creadoMaxMs: 90,
    skewMs: 0,
  });
});

test('an empty batch changes nothing', () => {
  assert.equal(widenSkew(null, [], forbidden), null);
  const idSkew = widenSkew(null, [{ id: 'ped_1', creadoMs: 1 }], forbidden);
  assert.equal(widenSkew(idSkew, [], forbidden), idSkew);
  assert.equal(isOrdered(null), false);
});
