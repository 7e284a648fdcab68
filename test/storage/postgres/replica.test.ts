import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Session } from '../../../src/storage/engines/postgres/driver/connection.ts';
import { makeAskFingerprint } from '../../../src/storage/engines/postgres/replica/fingerprint.ts';
import { makeLag, watchReplica } from '../../../src/storage/engines/postgres/replica/watch.ts';

/** A fake server: `answer` gives the rows, from the first value of a query. */
const session = (answer: (value: unknown) => Promise<unknown[]>): Session =>
  ({ rows: (_: unknown, [value]: readonly unknown[]) => answer(value) }) as unknown as Session;

test('the lag is the age of the oldest sample of the primary that the replica has not replayed', () => {
  const lag = makeLag();
  assert.equal(lag(1_000, 500, 500), 0);
  assert.equal(lag(2_000, 700, 500), 0, 'sampled just now');
  assert.equal(lag(3_000, 900, 500), 1_000);
  assert.equal(lag(4_000, 900, 700), 1_000, 'half replayed');
  assert.equal(lag(5_000, 900, 900), 0);
  assert.equal(lag(60_000, 900, 900), 0, 'without writes');
  // The number of samples is bounded.
  for (let i = 0; i < 10_000; i += 1) lag(70_000 + i * 1_000, 1_000 + i, 900);
  assert.equal(lag(100_000_000, 20_000, 900), 100_000_000 - 70_000);
  assert.equal(lag(100_001_000, 20_000, 20_000), 0);
});

test('fingerprints asked for during a query share the next one, which begins after every call', async () => {
  const asked: string[][] = [];
  const answers: ((version: number) => void)[] = [];
  const primary = session((ids) => {
    // A binary array, in which each id is one letter.
    const named = [
      ...(Buffer.from(ids as Buffer)
        .toString('latin1')
        .match(/[ab]/g) ?? []),
    ];
    asked.push(named);
    return new Promise((resolve) => {
      answers.push((version) => resolve(named.map((id) => ({ id, fingerprint: `v${version}` }))));
    });
  });
  const ask = makeAskFingerprint(primary);
  const first = ask('a');
  await nextTurn();
  const second = [ask('a'), ask('b'), ask('a')];
  await nextTurn();
  assert.deepEqual(asked, [['a']]);
  answers[0]?.(1);
  assert.equal(await first, 'v1');
  await nextTurn();
  assert.deepEqual(asked, [['a'], ['a', 'b']]);
  answers[1]?.(2);
  assert.deepEqual(await Promise.all(second), ['v2', 'v2', 'v2']);
});

test('a replica is used while it answers, is a standby and is at most 10 s behind', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const servers = { nowMs: 0, written: 100, replayed: 100, standby: true, isThere: true };
  const primary = session(async () => [{ lsn: servers.written }]);
  const replica = session(async () => {
    if (!servers.isThere) throw new Error('Connection terminated unexpectedly');
    return [{ lsn: servers.replayed, standby: servers.standby }];
  });
  const became: string[] = [];
  let lagSeconds = -1;
  const watch = watchReplica(primary, replica, {
    clock: { now: () => 0, monotonic: () => servers.nowMs },
    observer: {
      became: (state, why) => became.push(why === null ? state : `${state}: ${why}`),
      lagged: (seconds) => {
        lagSeconds = seconds;
      },
      read: () => {},
    },
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i += 1) {
      servers.nowMs += 1_000;
      t.mock.timers.tick(1_000);
      await nextTurn();
    }
  };
  assert.ok(!watch.isUsable(), 'not before it has answered');
  await nextTurn();
  assert.ok(watch.isUsable());
  servers.written = 200;
  await pass(11);
  assert.equal(lagSeconds, 10);
  assert.ok(watch.isUsable());
  await pass(1);
  assert.ok(!watch.isUsable());
  servers.replayed = 200;
  await pass(1);
  assert.equal(lagSeconds, 0);
  assert.ok(watch.isUsable());
  servers.isThere = false;
  await pass(2);
  assert.ok(!watch.isUsable());
  servers.isThere = true;
  await pass(1);
  // A read fails before the next look.
  watch.failed(new Error('Query read timeout'));
  assert.ok(!watch.isUsable());
  await pass(1);
  servers.standby = false;
  await pass(2);
  assert.ok(!watch.isUsable());
  await watch.close();
  const gone = 'away: Connection terminated unexpectedly';
  const failed = 'away: Query read timeout';
  const expected = ['used', 'behind', 'used', gone, 'used', failed, 'used', 'not_standby'];
  assert.deepEqual(became, expected);
});
