import { setTimeout as wait } from 'node:timers/promises';
import { type FaultyProxy, type Passing, startProxy } from '../../test/support/machine/proxy.ts';
import type { Random } from '../random.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario, Stage } from '../scenario.ts';

/** A proxy for every kind of connection. */
interface Wires {
  public: Wire;
  private: Wire;
  database: Wire;
  receiver: Wire;
}

interface Wire extends FaultyProxy {
  /** Cuts the next bytes somewhere in the middle, and the connection with them. */
  cut(): void;
}

/** Timeout after which a sender disconnects and sends again. */
const PATIENCE_MS = 1_500;
const FREEZE_MS_MAX = 1_200;

/** Resets connections, cuts them inside a message, freezes them and leaves them half open, on every side. */
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
      wire.connectTo(direct);
      return wire.addressOf(direct);
    };
    return {
      rig: {
        proxies: {
          public: through(wires.public),
          private: through(wires.private),
          database: through(wires.database),
          receiver: through(wires.receiver),
        },
      },
      play: (rig, rounds) => play(rig, rounds, wires),
    };
  },
};

const makeWire = async ({ t, random }: Stage, name: string): Promise<Wire> => {
  const own = random.fork(`wire ${name}`);
  let isArmed = false;
  const passing =
    (to: 'client' | 'server'): Passing =>
    (bytes, pair) => {
      if (!isArmed || own.happens(0.5)) return bytes;
      isArmed = false;
      const part = bytes.subarray(0, own.int(0, bytes.length - 1));
      pair[to].end(part, () => pair.destroyBoth());
      return null;
    };
  const proxy = await startProxy(t, { toClient: passing('client'), toServer: passing('server') });
  return {
    ...proxy,
    cut() {
      isArmed = true;
    },
  };
};

const play = async (rig: Rig, rounds: number, wires: Wires): Promise<void> => {
  const { random, startLoad, engine } = rig;
  const stopLoad = startLoad({ pace: { timeoutMs: PATIENCE_MS } });
  const names = (Object.keys(wires) as (keyof Wires)[]).filter(
    (name) => name !== 'database' || engine === 'postgres',
  );
  for (let round = 0; round < rounds; round += 1) {
    await wait(random.int(50, 400));
    const name = random.pick(names);
    await breakIt(rig, wires[name], name, random);
  }
  for (const wire of Object.values(wires)) wire.thaw();
  await wait(300);
  await stopLoad();
  // The service had to notice half-open connections by itself; only now are they ended.
  for (const wire of Object.values(wires)) wire.heal();
};

const breakIt = async (
  { count }: Rig,
  wire: Wire,
  name: keyof Wires,
  random: Random,
): Promise<void> => {
  const fault = random.pick(['reset', 'cut', 'freeze', 'strand'] as const);
  count(`${fault} (${name})`);
  if (fault === 'reset') wire.reset();
  else if (fault === 'cut') wire.cut();
  else if (fault === 'strand') wire.strand();
  else {
    wire.freeze();
    await wait(random.int(20, FREEZE_MS_MAX));
    // Without a reset, thawed bytes of a frozen delivery would reach the receiver after the retry.
    if (name === 'receiver' || random.happens(0.5)) wire.reset();
    wire.thaw();
  }
};
