import { setTimeout as wait } from 'node:timers/promises';
import {
  isUnavailable,
  type OrderRef,
  type SentCommand,
  type SentCommands,
} from '../model/sent-commands.ts';
import type { Random } from '../random.ts';
import { makeCommandClient } from './command-client.ts';
import { makeOrderGenerator } from './order-generator.ts';

interface ProducerDeps {
  sent: SentCommands;
  random: Random;
  restauranteId: string;
  name: string;
  nowMs(): number;
  /** The address for the next request; it may change each time. */
  url(): string;
  isOver(): boolean;
  pace: Pace;
}

/** A producer's load and its patience. */
export interface Pace {
  batchMax: number;
  pauseMsMax: number;
  timeoutMs: number;
  /** The probability that it gives up on commands without an answer, instead of sending them again. */
  abandons: number;
}

export const PACE: Pace = { batchMax: 8, pauseMsMax: 60, timeoutMs: 20_000, abandons: 0.1 };

const AGAIN_MS_MIN = 10;
const AGAIN_MS_MAX = 150;

/** A till that repeats a command with the same idempotency key until it is acknowledged. */
export const runProducer = async (deps: ProducerDeps): Promise<void> => {
  const { sent, random, isOver, pace } = deps;
  const orders = makeOrderGenerator(deps);
  using client = makeCommandClient(sent, random, pace.timeoutMs);
  while (!isOver()) {
    await deliver(orders.batch(random.int(1, pace.batchMax)));
    orders.settle();
    await wait(random.int(0, pace.pauseMsMax));
  }

  async function deliver(batch: readonly SentCommand[]): Promise<void> {
    const givesUp = random.happens(pace.abandons);
    let timeoutMs = pace.timeoutMs;
    for (let left = batch; left.length > 0; ) {
      await client.send(deps.url(), left, timeoutMs);
      // The timeout doubles: on a busy machine every answer may take longer than a fixed one, and none would ever
      // come.
      timeoutMs = Math.max(timeoutMs, Math.min(2 * timeoutMs, PACE.timeoutMs));
      left = unsettled(left);
      for (const command of left) sent.lost(command);
      if (left.length === 0 || givesUp) return;
      await wait(random.int(AGAIN_MS_MIN, AGAIN_MS_MAX));
    }
  }
};

/** Commands to send again: without an answer, turned away for now, or refused because they follow one of these. */
const unsettled = (commands: readonly SentCommand[]): SentCommand[] => {
  const behind = new Set<OrderRef>();
  return commands.filter(({ order, attempts }) => {
    const answer = attempts.at(-1)?.answer ?? null;
    const isLeft = answer === null || isUnavailable(answer) || (!answer.ok && behind.has(order));
    if (isLeft) behind.add(order);
    return isLeft;
  });
};
