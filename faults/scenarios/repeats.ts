import { setTimeout as wait } from 'node:timers/promises';
import { makeCommandClient } from '../load/command-client.ts';
import { makeOrderGenerator } from '../load/order-generator.ts';
import type { SentCommand } from '../model/sent-commands.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

const BATCH = 40;
const COPIES = 3;
/** The share of senders that disconnect in the middle. */
const DISCONNECTS = 0.3;
const AGAIN_MS = 50;

/** A queue that delivers more than once, out of order and from several machines at the same time. */
export const repeats: Scenario = {
  name: 'repeats',
  about: 'batches sent several times at once, whole, in parts and out of order',
  engines: ['sqlite', 'postgres'],
  rounds: 15,
  prepare: ({ engine }) => ({ rig: { servers: engine === 'postgres' ? 2 : 1 }, play }),
};

const play = async (rig: Rig, rounds: number): Promise<void> => {
  const { random, restaurantes, sent } = rig;
  await Promise.all(
    restaurantes.map(async (restauranteId, r) => {
      const own = random.fork(`repeats ${restauranteId}`);
      const name = `${'abcdef'[r]}_`;
      const orders = makeOrderGenerator({
        sent,
        random: own,
        restauranteId,
        name,
        nowMs: Date.now,
      });
      for (let round = 0; round < rounds; round += 1) {
        const batch = orders.batch(BATCH);
        // Out of order a refusal is right: the command that it depends on has not arrived yet.
        for (const { order } of batch) order.troubled = true;
        const copies = Array.from({ length: COPIES }, (_, i) =>
          sendCopy(rig, arrange(batch, i, own), `${restauranteId} ${round} ${i}`),
        );
        await Promise.all(copies);
        await settle(rig, batch, `${restauranteId} ${round}`);
        orders.settle();
      }
    }),
  );
};

/** The first copy is unchanged, the second shuffled, and the third is a part of it in reverse. */
const arrange = (
  batch: readonly SentCommand[],
  copy: number,
  random: Rig['random'],
): SentCommand[] => {
  if (copy === 0) return [...batch];
  if (copy === 1) return random.shuffle(batch);
  return batch.slice(random.int(0, batch.length - 1)).reverse();
};

const sendCopy = async (
  { random, processes, sent, count }: Rig,
  commands: readonly SentCommand[],
  name: string,
): Promise<void> => {
  const own = random.fork(`sendCopy ${name}`);
  const disconnects = own.happens(DISCONNECTS);
  using client = makeCommandClient(sent, own, disconnects ? own.int(1, 30) : 20_000);
  await wait(own.int(0, 20));
  await client.send(processes.privateUrl(own), commands);
  count('copies of batches');
  if (disconnects) count('disconnected');
};

/** Finally sends everything in order, until every command has its answer. */
const settle = async (rig: Rig, batch: readonly SentCommand[], name: string): Promise<void> => {
  const { random, processes, sent } = rig;
  using client = makeCommandClient(sent, random.fork(`settle ${name}`), 20_000);
  for (let left = batch; left.length > 0; ) {
    await client.send(processes.privateUrl(random), left);
    left = left.filter(({ attempts }) => !attempts.at(-1)?.answer);
    if (left.length > 0) await wait(AGAIN_MS);
  }
};
