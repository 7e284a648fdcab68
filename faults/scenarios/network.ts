import { setTimeout as wait } from 'node:timers/promises';
import { type FaultyProxy, type Passing, startProxy } from '../../test/support/proxy.ts';
import type { Chance } from '../chance.ts';
import type { Scenario, Stage } from '../scenario.ts';
import type { World } from '../world/world.ts';

/** Every connection there is runs through one of these. */
interface Wires {
  public: Wire;
  private: Wire;
  database: Wire;
  receiver: Wire;
}

interface Wire extends FaultyProxy {
  /** The next bytes that pass are cut somewhere in the middle, and the connection with them. */
  cut(): void;
}

/** A sender that hears nothing for so long hangs up and asks again. */
const PATIENCE_MS = 1_500;
const FREEZE_MS_MAX = 1_200;

/** Connections are reset, cut in the middle of a word, and left half open, wherever there are any. */
export const network: Scenario = {
  name: 'network',
  about: 'connections reset, cut and half open: of clients, of the database, of webhooks',
  engines: ['sqlite', 'postgres'],
  rounds: 25,
  async prepare(stage) {
    const wires: Wires = {
      public: await makeWire(stage, 'public'),
      private: await makeWire(stage, 'private'),
      database: await makeWire(stage, 'database'),
      receiver: await makeWire(stage, 'receiver'),
    };
    const through = (wire: Wire) => (direct: string) => {
      wire.leadTo(direct);
      return `http://127.0.0.1:${wire.port}`;
    };
    return {
      world: {
        lines: {
          public: through(wires.public),
          private: through(wires.private),
          database(direct) {
            wires.database.leadTo(direct);
            const url = new URL(direct);
            url.port = String(wires.database.port);
            return url.href;
          },
          receiver(port) {
            wires.receiver.leadTo(`http://127.0.0.1:${port}`);
            return wires.receiver.port;
          },
        },
      },
      play: (world, rounds) => play(world, rounds, wires),
    };
  },
};

const makeWire = async ({ t, chance }: Stage, name: string): Promise<Wire> => {
  const own = chance.fork(`wire ${name}`);
  let isArmed = false;
  const passing =
    (to: 'client' | 'server'): Passing =>
    (bytes, pair) => {
      if (!isArmed || own.happens(0.5)) return bytes;
      isArmed = false;
      const part = bytes.subarray(0, own.int(0, bytes.length - 1));
      pair[to].end(part, () => pair.part());
      return null;
    };
  const proxy = await startProxy(t, {
    toClient: passing('client'),
    toServer: passing('server'),
  });
  return {
    ...proxy,
    cut() {
      isArmed = true;
    },
  };
};

const play = async (world: World, rounds: number, wires: Wires): Promise<void> => {
  const { chance, startLoad, engine } = world;
  const stopLoad = startLoad({ pace: { timeoutMs: PATIENCE_MS } });
  const names = (Object.keys(wires) as (keyof Wires)[]).filter(
    (name) => name !== 'database' || engine === 'postgres',
  );
  for (let round = 0; round < rounds; round += 1) {
    await wait(chance.int(50, 400));
    const name = chance.pick(names);
    await breakIt(world, wires[name], name, chance);
  }
  for (const wire of Object.values(wires)) wire.thaw();
  await wait(300);
  await stopLoad();
  // Until here whoever was left half open had to be noticed by itself.
  for (const wire of Object.values(wires)) wire.heal();
};

const breakIt = async (
  { count }: World,
  wire: Wire,
  name: keyof Wires,
  chance: Chance,
): Promise<void> => {
  const fault = chance.pick(['reset', 'cut', 'freeze', 'strand'] as const);
  count(`${fault} (${name})`);
  if (fault === 'reset') wire.reset();
  else if (fault === 'cut') wire.cut();
  else if (fault === 'strand') wire.strand();
  else {
    wire.freeze();
    await wait(chance.int(20, FREEZE_MS_MAX));
    // What a receiver gets late would come after what was sent instead: only a dead line stays in order.
    if (name === 'receiver' || chance.happens(0.5)) wire.reset();
    wire.thaw();
  }
};
