import { setTimeout as wait } from 'node:timers/promises';
import { makeDoor } from '../load/door.ts';
import { makeLife } from '../load/life.ts';
import { sendEntries } from '../load/send.ts';
import type { Entry } from '../model/ledger.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

const BATCH = 40;
const COPIES = 3;
/** Some senders are impatient and hang up in the middle of it. */
const HANGS_UP = 0.3;
const AGAIN_MS = 50;

/** A queue that delivers more than once, out of order and from several machines at the same time. */
export const repeats: Scenario = {
  name: 'repeats',
  about: 'batches sent several times at once, whole, in parts and out of order',
  engines: ['sqlite', 'postgres'],
  rounds: 15,
  prepare: ({ engine }) => ({
    world: { servers: engine === 'postgres' ? 2 : 1 },
    play,
  }),
};

const play = async (world: World, rounds: number): Promise<void> => {
  const { chance, restaurantes, ledger } = world;
  await Promise.all(
    restaurantes.map(async (restauranteId, r) => {
      const own = chance.fork(`repeats ${restauranteId}`);
      const name = `${'abcdef'[r]}_`;
      const life = makeLife({ ledger, chance: own, restauranteId, name, nowMs: Date.now });
      for (let round = 0; round < rounds; round += 1) {
        const batch = life.batch(BATCH);
        // Out of order, a refusal is right: what it was to follow has not come yet.
        for (const { order } of batch) order.troubled = true;
        const copies = Array.from({ length: COPIES }, (_, i) =>
          rush(world, arrange(batch, i, own), `${restauranteId} ${round} ${i}`),
        );
        await Promise.all(copies);
        await settle(world, batch, `${restauranteId} ${round}`);
        life.settle();
      }
    }),
  );
};

/** The first comes as it is, the second out of order, the third in part and from the end. */
const arrange = (batch: readonly Entry[], copy: number, chance: World['chance']): Entry[] => {
  if (copy === 0) return [...batch];
  if (copy === 1) return chance.shuffle(batch);
  return batch.slice(chance.int(0, batch.length - 1)).reverse();
};

const rush = async (
  { chance, places, ledger, count }: World,
  entries: readonly Entry[],
  name: string,
): Promise<void> => {
  const own = chance.fork(`rush ${name}`);
  const hangsUp = own.happens(HANGS_UP);
  using door = makeDoor(own, hangsUp ? own.int(1, 30) : 20_000);
  await wait(own.int(0, 20));
  await sendEntries(ledger, door, places.privateUrl(own), entries);
  count('copies of batches');
  if (hangsUp) count('hung up on');
};

/** At last somebody sends it all in order, and waits for every answer. */
const settle = async (world: World, batch: readonly Entry[], name: string): Promise<void> => {
  const { chance, places, ledger } = world;
  using door = makeDoor(chance.fork(`settle ${name}`), 20_000);
  for (let left = batch; left.length > 0; ) {
    await sendEntries(ledger, door, places.privateUrl(chance), left);
    left = left.filter(({ attempts }) => !attempts.at(-1)?.answer);
    if (left.length > 0) await wait(AGAIN_MS);
  }
};
