// Thousands of listeners in one process, as cheap as Node allows: bare sockets that share one buffer, and a search
// for the order's number in the bytes. Nothing is parsed. When the process falls behind, the system's buffers fill
// and each read finds more, so that it gets cheaper as it lags.

import { connect } from 'node:net';
import { makeXorshift } from '../../../test/support/values/xorshift.ts';
import { percentile } from '../../support/figure.ts';
import { answerCalls } from '../../support/script.ts';
import { ORDER_MARK, ORDER_PREFIX, type Publishing } from './protocol.ts';
import { openPublisher } from './publisher.ts';

const OPENING_AT_ONCE = 200;
const STALLED_MS_MAX = 30_000;
const WARM_UP_SHARE = 0.2;

const NEEDLE = Buffer.from(ORDER_PREFIX);
const FOUND_BYTES = NEEDLE.length + ORDER_MARK.length;
const PING = 'event: conexion.ping';
const shared = Buffer.allocUnsafe(256 * 1_024);

const tally = { open: 0, lost: 0, pings: 0, delivered: 0 };
/** Called with the number of each order that arrives; null while only counting matters. */
let onOrder: ((order: number) => void) | null = null;
let onDelivery: () => void = () => {};

const take = (bytes: Buffer, length: number, tail: string): void => {
  if (tail !== '') scan(Buffer.from(tail + bytes.toString('latin1', 0, FOUND_BYTES - 1), 'latin1'));
  scan(bytes.subarray(0, length));
};

const scan = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(NEEDLE); at >= 0; at = bytes.indexOf(NEEDLE, at + NEEDLE.length)) {
    if (at + FOUND_BYTES > bytes.length) return;
    tally.delivered += 1;
    onOrder?.(Number(bytes.toString('latin1', at + NEEDLE.length, at + FOUND_BYTES)));
  }
};

/** Opens a listener; resolves when the server has answered with 200. */
const open = (port: number, request: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answered = false;
  let tail = '';
  const onRead = (length: number, bytes: Uint8Array): boolean => {
    const buffer = bytes as Buffer;
    if (!answered) {
      const head = buffer.toString('latin1', 0, Math.min(length, 200));
      if (!head.startsWith('HTTP/1.1 200')) {
        socket.destroy(new Error(`refused: ${head.slice(0, 60)}`));
        return false;
      }
      answered = true;
      resolve();
    }
    // Only small reads are searched for pings, since events are large: searching them as well would cost more than
    // the rest.
    if (length < 1_000 && buffer.toString('latin1', 0, length).includes(PING)) tally.pings += 1;
    take(buffer, length, tail);
    tail = buffer.toString('latin1', Math.max(0, length - FOUND_BYTES + 1), length);
    onDelivery();
    return true;
  };
  const onread = { buffer: shared, callback: onRead };
  const socket = connect({ port, host: '127.0.0.1', onread });
  socket.once('connect', () => {
    tally.open += 1;
    socket.write(request);
  });
  socket.on('error', reject);
  socket.once('close', () => {
    if (answered) tally.lost += 1;
    tally.open -= 1;
    reject(new Error('closed before an answer'));
  });
  return promise;
};

const openAll = async (port: number, requests: readonly string[]): Promise<void> => {
  for (let at = 0; at < requests.length; at += OPENING_AT_ONCE) {
    const some = requests.slice(at, at + OPENING_AT_ONCE);
    await Promise.all(some.map((request) => open(port, request)));
  }
};

/** Rejects after a long silence: a lost event would otherwise make it wait for ever. */
const untilDelivered = (isDone: () => boolean): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let [seen, seenAt] = [-1, 0];
  const timer = setInterval(() => {
    if (isDone()) return resolve();
    if (tally.delivered !== seen) [seen, seenAt] = [tally.delivered, performance.now()];
    else if (performance.now() - seenAt > STALLED_MS_MAX) {
      reject(new Error(`stalled: ${JSON.stringify(tally)}`));
    }
  }, 20);
  return promise.finally(() => clearInterval(timer));
};

let orders = 0;

/** Publishes events for restaurant 0 as fast as they are delivered, with `window` of them in flight. */
const saturate = async (publishing: Publishing, window: number, maxSeconds: number) => {
  const publisher = await openPublisher(publishing);
  const listeners = tally.open;
  const [first, startMs, before] = [tally.delivered, performance.now(), process.cpuUsage()];
  let [events, endMs] = [0, startMs];
  const isTime = () => performance.now() - startMs < maxSeconds * 1_000;
  onDelivery = () => {
    endMs = performance.now();
    const done = Math.floor((tally.delivered - first) / listeners);
    while (events - done < window && isTime()) {
      publisher.publish(0, orders);
      orders += 1;
      events += 1;
    }
  };
  onDelivery();
  await untilDelivered(() => !isTime() && tally.delivered - first >= events * listeners);
  const seconds = (endMs - startMs) / 1_000;
  const { user, system } = process.cpuUsage(before);
  onDelivery = () => {};
  publisher.close();
  // Near 1, the listeners were the bottleneck and not the server.
  return { events, seconds, clientLoad: (user + system) / 1e6 / seconds };
};

/** Exponentially distributed gaps, the same in every run. */
const makeGaps = (rate: number) => {
  const next = makeXorshift(0x9e3779b9);
  return (): number => (-Math.log((next() + 1) / 2 ** 32) / rate) * 1_000;
};

/** Publishes at a rate, each event for another restaurant, and measures from sending until a listener has it. */
const publish = async (
  publishing: Publishing,
  rate: number,
  seconds: number,
  restaurants: number,
) => {
  const publisher = await openPublisher(publishing);
  const each = tally.open / restaurants;
  const sentAt = new Map<number, number>();
  const latencies: number[] = [];
  const [first, startMs, before] = [tally.delivered, performance.now(), process.cpuUsage()];
  const warmMs = startMs + seconds * 1_000 * WARM_UP_SHARE;
  const endMs = startMs + seconds * 1_000;
  onOrder = (order) => {
    const sentMs = sentAt.get(order) ?? 0;
    if (sentMs > warmMs) latencies.push(performance.now() - sentMs);
  };
  const nextGap = makeGaps(rate);
  let dueMs = startMs;
  const timer = setInterval(() => {
    for (const nowMs = performance.now(); dueMs <= nowMs && dueMs < endMs; dueMs += nextGap()) {
      sentAt.set(orders, performance.now());
      publisher.publish((orders * 7_919) % restaurants, orders);
      orders += 1;
    }
  }, 1);
  await untilDelivered(
    () => dueMs >= endMs && tally.delivered - first >= sentAt.size * each,
  ).finally(() => clearInterval(timer));
  onOrder = null;
  publisher.close();
  const { user, system } = process.cpuUsage(before);
  const clientLoad = (user + system) / 1e3 / (performance.now() - startMs);
  return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99), clientLoad };
};

const count = () => ({ open: tally.open, lost: tally.lost, pings: tally.pings });

const api = { open: openAll, saturate, publish, count };
export type ListenersApi = typeof api;
answerCalls(api);
