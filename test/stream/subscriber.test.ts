import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Channel } from '../../src/stream/channel.ts';
import { maskOf, wholeEvent } from '../../src/stream/frame.ts';
import { type CloseReason, makeSubscriber } from '../../src/stream/subscriber.ts';
import { makeTestClock } from '../support/clock.ts';

/** A peer that reads on command only. */
const makePeer = () => {
  const held: (() => void)[] = [];
  let text = '';
  const socket = new Duplex({
    allowHalfOpen: true,
    read() {},
    write(chunk, _, done) {
      text += chunk;
      held.push(done);
    },
  });
  return {
    socket: socket as Socket,
    text: () => text,
    /** Reads everything that is waiting, and what moves up meanwhile. */
    async read() {
      for (;;) {
        const done = held.shift();
        if (done === undefined) return;
        done();
        await nextTurn();
      }
    },
  };
};

const open = () => {
  const clock = makeTestClock();
  const peer = makePeer();
  const closed: CloseReason[] = [];
  const head = { secuencia: 1, logTag: 'aaaaaa', lastId: 'evt_1' };
  const subscriber = makeSubscriber({
    socket: peer.socket,
    channel: { restauranteId: 'rest_1', head } as unknown as Channel,
    clock,
    reader: { budget: 'llv_1', id: 'llv_1', standings: async () => new Map() },
    mask: maskOf([]),
    view: wholeEvent,
    pingMs: 25_000,
    resume: { reanudacion: 'nueva', desde: 'evt_1', after: 1, afterId: 'evt_1' },
    preamble: 'HEAD',
    jitter: 0.5,
    onClosed: (reason) => closed.push(reason),
  });
  const tickAfter = (ms: number) => {
    clock.advance(ms);
    subscriber.tick(clock.monotonic());
  };
  const frames = (bytes: number) => ({ bytes: Buffer.alloc(bytes), events: 1 });
  return { ...peer, clock, subscriber, closed, tickAfter, frames };
};

describe('a connection whose client does not read', () => {
  test('has at most a mebibyte pending', async () => {
    const { subscriber, closed, frames, socket } = open();
    const waiting = socket.writableLength;
    subscriber.push(frames(1_024 * 1_024 - waiting));
    assert.ok(!subscriber.isOver());
    subscriber.push(frames(1));
    assert.ok(subscriber.isOver());
    await nextTurn();
    assert.deepEqual(closed, ['slow']);
    assert.ok(socket.destroyed);
  });

  test('takes one event of any size when nothing is waiting', async () => {
    const { subscriber, read, frames } = open();
    await read();
    subscriber.push(frames(3 * 1_024 * 1_024));
    assert.ok(!subscriber.isOver());
    subscriber.push(frames(1));
    assert.ok(subscriber.isOver());
  });

  test('is closed after 30 seconds', async () => {
    const { subscriber, closed, tickAfter, frames, read } = open();
    await read();
    subscriber.push(frames(10));
    tickAfter(200);
    tickAfter(29_999);
    assert.ok(!subscriber.isOver());
    tickAfter(1);
    await nextTurn();
    assert.deepEqual(closed, ['stalled']);
  });

  test('has its 30 seconds again once it has read everything', async () => {
    const { subscriber, tickAfter, frames, read } = open();
    for (let round = 0; round < 4; round += 1) {
      await read();
      tickAfter(200);
      subscriber.push(frames(10));
      tickAfter(200);
      tickAfter(25_000);
      assert.ok(!subscriber.isOver());
    }
  });

  test('is not closed while a replay, which refills its buffer each time, finds it emptied', async () => {
    const { subscriber, tickAfter, frames, read, socket } = open();
    for (let second = 0; second < 60; second += 1) {
      subscriber.send(frames(64 * 1_024));
      tickAfter(1_000);
      const drained = subscriber.drained();
      await read();
      await drained;
    }
    assert.ok(!subscriber.isOver() && !socket.destroyed);
  });

  test('gets no pings on top of what it has not read', async () => {
    const { tickAfter, text, read } = open();
    const pings = () => text().match(/event: conexion\.ping/g)?.length;
    tickAfter(25_000);
    assert.equal(pings(), 1);
    await read();
    tickAfter(24_900);
    assert.equal(pings(), 1);
    tickAfter(200);
    assert.equal(pings(), 2);
  });
});

describe('a connection that was ended', () => {
  test('sends what is pending, then closes with the client or after five seconds', async () => {
    const { subscriber, closed, tickAfter, socket, read } = open();
    await read();
    subscriber.end('age');
    await nextTurn();
    assert.ok(socket.writableEnded && !socket.destroyed);
    tickAfter(4_999);
    assert.ok(!socket.destroyed);
    tickAfter(1);
    await nextTurn();
    assert.deepEqual(closed, ['age']);
  });

  test('takes nothing more, and its first reason stands', async () => {
    const { subscriber, closed, frames, socket, text, read } = open();
    await read();
    const before = text();
    subscriber.end('key');
    subscriber.end('shutdown');
    subscriber.push(frames(10));
    socket.destroy();
    await nextTurn();
    assert.deepEqual(closed, ['key']);
    assert.equal(text(), before);
  });

  test('resolves drained() for a sender that waits', async () => {
    const { socket, subscriber, frames } = open();
    subscriber.send(frames(1_024 * 1_024));
    assert.ok(socket.writableNeedDrain);
    const drained = subscriber.drained();
    subscriber.cut();
    await drained;
    assert.ok(subscriber.isOver());
  });
});
