import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND_MS } from '../../src/domain/time.ts';
import { makeDatabaseWatch } from '../../src/health/database-watch.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { makeBench } from '../storage/conformance/harness.ts';
import { makeTestClock } from '../support/clock.ts';
import { startSmtp } from '../support/receiver/smtp.ts';
import { NOW_MS } from '../support/samples.ts';
import { makeEvaluation, makePerson } from './evaluation.ts';

test('a database counts as away after ten seconds, and is back with its first answer', () => {
  const clock = makeTestClock();
  const watch = makeDatabaseWatch(clock);
  assert.equal(watch.failed(), false);
  clock.advance(9 * SECOND_MS);
  assert.deepEqual([watch.failed(), watch.isAway()], [false, false]);
  clock.advance(SECOND_MS);
  assert.deepEqual([watch.failed(), watch.failed(), watch.isAway()], [true, false, true]);
  assert.equal(watch.takeOutage(), null);
  clock.advance(SECOND_MS);
  watch.answered(3);
  assert.equal(watch.isAway(), false);
  assert.deepEqual(watch.takeOutage(), { fromMs: NOW_MS, untilMs: NOW_MS + 11 * SECOND_MS });
  assert.equal(watch.takeOutage(), null);
});

test('a short silence is no outage', () => {
  const clock = makeTestClock();
  const watch = makeDatabaseWatch(clock);
  watch.failed();
  clock.advance(9 * SECOND_MS);
  watch.answered(3);
  clock.advance(9 * SECOND_MS);
  assert.equal(watch.failed(), false);
  assert.equal(watch.takeOutage(), null);
});

test('a database is slow once the 95th percentile of five minutes exceeds a second', () => {
  const clock = makeTestClock();
  const watch = makeDatabaseWatch(clock);
  for (let seconds = 0; seconds < 400; seconds += 1) {
    clock.advance(SECOND_MS);
    watch.answered(seconds < 250 ? 5 : 1_200);
    const isSlow = watch.slowSignals().length > 0;
    if (seconds < 250) assert.equal(isSlow, false);
  }
  assert.equal(watch.slowSignals()[0]?.tipo, 'base_lenta');
  for (let seconds = 0; seconds < 300; seconds += 1) {
    clock.advance(SECOND_MS);
    watch.answered(5);
  }
  assert.deepEqual(watch.slowSignals(), []);
});

test('an outage is stored once when it is over, and told in one message', async (t) => {
  await using bench = await makeBench(ENGINE.SQLite);
  const smtp = await startSmtp(t);
  await makePerson(bench.store, 'olga', null);
  const processes = [
    makeEvaluation(bench, { smtpUrl: smtp.url }),
    makeEvaluation(bench, { smtpUrl: smtp.url, seed: 4 }, await bench.another()),
  ];
  for (const { database } of processes) database.failed();
  bench.clock.advance(30 * SECOND_MS);
  for (const { database } of processes) {
    database.failed();
    database.answered(2);
  }
  for (const each of processes) await each.pass();
  bench.clock.advance(60 * SECOND_MS);
  for (const each of processes) await each.tell();
  assert.deepEqual(
    smtp.received.map(({ to, subject }) => [...to, subject]),
    [['olga@pepa.example', 'Resuelto: La base de datos no responde']],
  );
  const kept = await bench.store.health.list(null, 10);
  assert.deepEqual(
    kept.map(({ tipo, desdeMs, detalle }) => [tipo, desdeMs, detalle]),
    [['base_ausente', NOW_MS, { segundos: 30 }]],
  );
});
