import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { type Entry, isUnavailable, type Ledger, type OrderRef } from '../model/ledger.ts';
import { makeDoor } from './door.ts';
import { makeLife } from './life.ts';
import { sendEntries } from './send.ts';

export interface ProducerDeps {
  ledger: Ledger;
  chance: Chance;
  restauranteId: string;
  name: string;
  nowMs(): number;
  /** Where to send to now; another one each time. */
  url(): string;
  isOver(): boolean;
  pace: Pace;
}

/** How hard a producer works, and how patient it is. */
export interface Pace {
  batchMax: number;
  pauseMsMax: number;
  timeoutMs: number;
  /** How often it gives up on commands without an answer, instead of sending them again. */
  abandons: number;
}

export const PACE: Pace = { batchMax: 8, pauseMsMax: 60, timeoutMs: 20_000, abandons: 0.1 };

const AGAIN_MS_MIN = 10;
const AGAIN_MS_MAX = 150;

/** A till that keeps what it has not been told is done, and sends it again with the same key. */
export const runProducer = async (deps: ProducerDeps): Promise<void> => {
  const { ledger, chance, isOver, pace } = deps;
  const life = makeLife(deps);
  using door = makeDoor(chance, pace.timeoutMs);
  while (!isOver()) {
    await deliver(life.batch(chance.int(1, pace.batchMax)));
    life.settle();
    await wait(chance.int(0, pace.pauseMsMax));
  }

  async function deliver(batch: readonly Entry[]): Promise<void> {
    const givesUp = chance.happens(pace.abandons);
    for (let left = batch; left.length > 0; ) {
      await sendEntries(ledger, door, deps.url(), left);
      left = unsettled(left);
      for (const entry of left) ledger.lost(entry);
      if (left.length === 0 || givesUp) return;
      await wait(chance.int(AGAIN_MS_MIN, AGAIN_MS_MAX));
    }
  }
};

/** What was not answered, was turned away, or was refused behind something that was. */
const unsettled = (entries: readonly Entry[]): Entry[] => {
  const behind = new Set<OrderRef>();
  return entries.filter(({ order, attempts }) => {
    const answer = attempts.at(-1)?.answer ?? null;
    const isLeft = answer === null || isUnavailable(answer) || (!answer.ok && behind.has(order));
    if (isLeft) behind.add(order);
    return isLeft;
  });
};
