import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  DESORDEN_MAX_MS,
  isOrdered,
  type Orden,
  type Placed,
  UNORDERED,
  widen,
} from '../../src/domain/log/orden.ts';

/** By how much the smaller id was created after the larger, at most, over all pairs. */
const bruteForce = (orders: readonly Placed[]): number => {
  let most = 0;
  for (const a of orders) {
    for (const b of orders) if (a.id < b.id) most = Math.max(most, a.creadoMs - b.creadoMs);
  }
  return most;
};

/** The exact answer to what `widen` asks about an order that falls inside the known range. */
const strayAmong =
  (stored: readonly Placed[]) =>
  ({ id, creadoMs }: Placed): number =>
    Math.max(
      0,
      ...stored.map((other) =>
        other.id < id ? other.creadoMs - creadoMs : creadoMs - other.creadoMs,
      ),
    );

const forbidden = (): number => assert.fail('asked about an order that the range alone can judge');

/** Batches of orders with distinct ids, created within `spanMs` of each other. */
const batches = (spanMs: number): fc.Arbitrary<Placed[][]> =>
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
  check: (orden: Orden, stored: readonly Placed[], before: Orden | null) => void,
): void =>
  fc.assert(
    fc.property(batches(spanMs), (pieces) => {
      const stored: Placed[] = [];
      let orden: Orden | null = null;
      for (const piece of pieces) {
        const before: Orden | null = orden;
        orden = widen(before, piece, strayAmong(stored));
        stored.push(...piece);
        assert.ok(orden !== null);
        check(orden, stored, before);
      }
    }),
    { numRuns: 200 },
  );

describe('how far ids stray from time', () => {
  test('is exactly the worst of all pairs', () => {
    everyBatch(1_000, (orden, stored) => assert.equal(orden.desordenMs, bruteForce(stored)));
  });

  test('is never less than the worst of all pairs, also where the answer about the inside is generous', () => {
    fc.assert(
      fc.property(batches(1_000), fc.integer({ min: 0, max: 500 }), (pieces, extra) => {
        const stored: Placed[] = [];
        let orden: Orden | null = null;
        for (const piece of pieces) {
          const exact = strayAmong([...stored]);
          orden = widen(orden, piece, (placed) => exact(placed) + extra);
          stored.push(...piece);
        }
        assert.ok(orden !== null && orden.desordenMs >= bruteForce(stored));
        assert.ok(orden.desordenMs <= bruteForce(stored) + extra);
      }),
    );
  });

  test('is given up past the limit, for good', () => {
    everyBatch(3 * DESORDEN_MAX_MS, (orden, stored, before) => {
      const lost = bruteForce(stored) > DESORDEN_MAX_MS;
      assert.equal(orden.desordenMs, lost ? UNORDERED : bruteForce(stored));
      assert.equal(isOrdered(orden), !lost);
      if (before?.desordenMs === UNORDERED) assert.equal(orden.desordenMs, UNORDERED);
    });
  });

  test('the range is that of all orders', () => {
    everyBatch(1_000, (orden, stored) => {
      const ids = stored.map(({ id }) => id).sort();
      const times = stored.map(({ creadoMs }) => creadoMs);
      assert.deepEqual(
        [orden.idMin, orden.idMax, orden.creadoMinMs, orden.creadoMaxMs],
        [ids[0], ids.at(-1), Math.min(...times), Math.max(...times)],
      );
    });
  });
});

test('orders that come as time goes are judged without asking the database', () => {
  let orden: Orden | null = null;
  for (let n = 1; n <= 9; n += 1) {
    orden = widen(orden, [{ id: `ped_${n}`, creadoMs: n * 10 }], forbidden);
  }
  assert.equal(orden?.desordenMs, 0);
  orden = widen(orden, [{ id: 'ped_0', creadoMs: 5 }], forbidden);
  assert.deepEqual(orden, {
    idMin: 'ped_0',
    idMax: 'ped_9',
    creadoMinMs: 5,
    creadoMaxMs: 90,
    desordenMs: 0,
  });
});

test('nothing added, nothing changed', () => {
  assert.equal(widen(null, [], forbidden), null);
  const orden = widen(null, [{ id: 'ped_1', creadoMs: 1 }], forbidden);
  assert.equal(widen(orden, [], forbidden), orden);
  assert.equal(isOrdered(null), false);
});
