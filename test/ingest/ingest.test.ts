import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeMintId } from '../../src/domain/ids.ts';
import { TASKS_MAX } from '../../src/ingest/executor.ts';
import { makeIngest } from '../../src/ingest/ingest.ts';
import type { IngestObserver } from '../../src/ingest/observer.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { makeTestClock } from '../support/clock.ts';
import { comando, sampleRestaurante, seededRandomBytes } from '../support/samples.ts';
import { makeFakeStore, settle } from './fake-store.ts';

const cancel = (restauranteId: string, id: number) =>
  comando.cancelar(`ped_${id}`, { restaurante_id: restauranteId });
const line = (command: object) => `${JSON.stringify(command)}\n`;

/** The clock stands still, so that no turn is over before its lines are. */
const setUp = (observer?: IngestObserver, clock: Clock = makeTestClock()) => {
  const fake = makeFakeStore();
  const ingest = makeIngest({
    store: fake.store,
    clock,
    mintId: makeMintId(seededRandomBytes(1)),
    ...(observer && { observer }),
  });
  /** Starts a run over chunks; answers gather in `lines` as they are given. */
  const start = (chunks: Iterable<string> | AsyncIterable<string>) => {
    const lines: Record<string, unknown>[] = [];
    const done = (async () => {
      for await (const text of ingest.run(bytesOf(chunks))) {
        for (const answer of text.trimEnd().split('\n')) lines.push(JSON.parse(answer));
      }
    })();
    return { lines, done };
  };
  return { ...fake, ingest, start };
};

async function* bytesOf(chunks: Iterable<string> | AsyncIterable<string>) {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

describe('a run', () => {
  test('answers in the order of the lines, as soon as it is their turn', async () => {
    const { start, commits } = setUp();
    const { lines, done } = start([line(cancel('rest_a', 1)), line(cancel('rest_b', 2)), 'x\n']);
    await settle();
    commits.find((commit) => commit.restauranteId === 'rest_b')?.accept();
    await settle();
    assert.equal(lines.length, 0);
    commits.find((commit) => commit.restauranteId === 'rest_a')?.accept();
    await done;
    assert.deepEqual(
      lines.map(({ linea, pedido_id, codigo }) => [linea, pedido_id ?? codigo]),
      [
        [1, 'ped_1'],
        [2, 'ped_2'],
        [3, 'json_invalido'],
      ],
    );
  });

  test('hands over what it has read without waiting for the database', async () => {
    const { start, commits } = setUp();
    const runs = [1, 2].map((id) => start([line(cancel('rest_a', id)), line(cancel('rest_a', 3))]));
    const { lines, done } = start([line(cancel('rest_a', 4)) + line(cancel('rest_a', 5))]);
    await settle();
    const bytes = line(cancel('rest_a', 1)).trimEnd().length;
    const handedOver = commits.reduce((sum, { comandos }) => sum + comandos.length, 0);
    assert.equal(handedOver, 6);
    for (const commit of commits) assert.equal(commit.bytes, commit.comandos.length * bytes);
    for (const commit of commits) commit.accept();
    await Promise.all([done, ...runs.map((run) => run.done)]);
    assert.equal(lines.length, 2);
    assert.deepEqual(
      runs.map(({ lines }) => lines.map(({ linea, pedido_id }) => `${linea} ${pedido_id}`)),
      [
        ['1 ped_1', '2 ped_3'],
        ['1 ped_2', '2 ped_3'],
      ],
    );
  });

  test('keeps an account command in its place among the orders of its restaurant', async () => {
    const { start, commits, log } = setUp();
    const save = line(comando.guardarRestaurante(sampleRestaurante({ id: 'rest_a' })));
    const orders = line(cancel('rest_a', 1)) + line(cancel('rest_a', 2));
    const { done } = start([orders + save + orders + save, line(cancel('rest_b', 1))]);
    await settle();
    const before = ['rest_a ped_1,ped_2', 'rest_b ped_1'];
    assert.deepEqual(log, before);
    commits[0]?.accept();
    await settle();
    assert.deepEqual(log, [...before, 'save rest_a', 'rest_a ped_1,ped_2']);
    for (const commit of commits) commit.accept();
    await done;
    assert.equal(log.at(-1), 'save rest_a');
  });

  test('carries out few account commands at once, however many there are', async () => {
    const { start, store } = setUp();
    let underWay = 0;
    let most = 0;
    store.cuentas.save = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await settle();
      underWay -= 1;
    };
    const save = (id: number) =>
      comando.guardarRestaurante(sampleRestaurante({ id: `rest_${id}` }));
    const { lines, done } = start([Array.from({ length: 50 }, (_, i) => line(save(i))).join('')]);
    await done;
    assert.equal(lines.filter(({ ok }) => ok).length, 50);
    assert.equal(most, TASKS_MAX);
  });

  test('lets others have their turn among lines that are refused at once', async () => {
    const clock = makeTestClock();
    const answered = () => clock.advance(1);
    const { lines, done } = setUp({ answered, failed: assert.fail }, clock).start([
      'x\n'.repeat(1_000),
    ]);
    await nextTurn();
    assert.ok(lines.length < 100, `${lines.length} lines`);
    await done;
    assert.equal(lines.length, 1_000);
  });

  test('carries out the whole lines before a failure of the source, then throws it', async () => {
    const { start, commits } = setUp();
    async function* chunks() {
      yield line(cancel('rest_a', 1)) + line(cancel('rest_a', 2)).trimEnd();
      throw new Error('gone');
    }
    const { lines, done } = start(chunks());
    const failed = assert.rejects(done, /gone/);
    await settle();
    assert.equal(commits[0]?.comandos.length, 1);
    commits[0]?.accept();
    await failed;
    assert.equal(lines.length, 1);
  });

  test('answers for a database that is down, and goes on', async () => {
    const failures: unknown[] = [];
    const results: string[] = [];
    const { start, commits } = setUp({
      answered: (op, result) => results.push(`${op} ${result}`),
      failed: (_, comandos, error) => failures.push([comandos, error]),
    });
    const error = new Error('no connection');
    const gate = Promise.withResolvers<void>();
    async function* chunks() {
      yield line(cancel('rest_a', 1)) + line(cancel('rest_a', 2));
      await gate.promise;
      yield line(cancel('rest_a', 3));
    }
    const { lines, done } = start(chunks());
    await settle();
    commits[0]?.fail(error);
    gate.resolve();
    await settle();
    commits[1]?.accept();
    await done;
    assert.deepEqual(
      lines.map(({ ok, codigo }) => codigo ?? ok),
      ['no_disponible', 'no_disponible', true],
    );
    assert.deepEqual(failures, [[2, error]]);
    assert.deepEqual(results, [
      'pedido.cancelar no_disponible',
      'pedido.cancelar no_disponible',
      'pedido.cancelar ok',
    ]);
  });
});

describe('a run holds little in memory', () => {
  /** Endless chunks; counts how many were pulled. */
  const endless = (chunk: string) => {
    const source = { pulled: 0, chunks: forever() };
    async function* forever() {
      for (;;) {
        source.pulled += 1;
        yield chunk;
      }
    }
    return source;
  };

  test('when the database is slow', async () => {
    const { ingest } = setUp();
    const source = endless(line(cancel('rest_a', 1)).repeat(100));
    const answers = ingest.run(bytesOf(source.chunks))[Symbol.asyncIterator]();
    void answers.next();
    await settle();
    const { pulled } = source;
    assert.ok(pulled >= 10 && pulled <= 100, `${pulled} chunks of 100 lines`);
    await settle();
    assert.equal(source.pulled, pulled);
  });

  test('when lines are long', async () => {
    const { ingest } = setUp();
    const long = { ...cancel('rest_a', 1), detalle: { nota: 'x'.repeat(900_000) } };
    const source = endless(line(long));
    const answers = ingest.run(bytesOf(source.chunks))[Symbol.asyncIterator]();
    void answers.next();
    await settle();
    assert.ok(source.pulled <= 6, `${source.pulled} lines of 0.9 MB`);
  });

  test('when nobody reads the answers', async () => {
    const { ingest } = setUp();
    const source = endless('no es json\n'.repeat(100));
    const answers = ingest.run(bytesOf(source.chunks))[Symbol.asyncIterator]();
    await answers.next();
    await settle();
    const { pulled } = source;
    assert.ok(pulled <= 100, `${pulled} chunks of 100 lines`);
    await settle();
    assert.equal(source.pulled, pulled);
    // Ends the reading with the answers; otherwise the source would never be closed.
    await answers.return?.();
    await settle();
    assert.ok(source.pulled <= pulled + 1);
  });

  test('when lines are empty', async () => {
    const { ingest } = setUp();
    async function* chunks() {
      for (let i = 0; i < 1_000; i += 1) yield '\n'.repeat(1_000);
      yield 'x\n';
    }
    const texts = await Array.fromAsync(ingest.run(bytesOf(chunks())));
    assert.equal(JSON.parse(texts.join('')).linea, 1_000_001);
  });
});

test('idle waits for everything that was accepted, also by a run that was left', async () => {
  const { ingest, commits } = setUp();
  await ingest.idle();
  const source = bytesOf([line(cancel('rest_a', 1)), 'x\n']);
  const answers = ingest.run(source)[Symbol.asyncIterator]();
  const first = answers.next();
  await settle();
  let idle = false;
  const waiting = ingest.idle().then(() => {
    idle = true;
  });
  await settle();
  assert.ok(!idle);
  commits[0]?.accept();
  await waiting;
  await first;
  await answers.return?.();
});
