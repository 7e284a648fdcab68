import { startPostgres } from '../../test/support/postgres/postgres.ts';
import type { Conductor } from '../support/conductor.ts';
import type { Figure, Findings } from '../support/report.ts';
import { fanOut } from './figures/fanout.ts';
import { growingCrowd } from './figures/growth.ts';
import { heldStreams } from './figures/hold.ts';
import { joiningStreams } from './figures/join.ts';
import { deliveryTime } from './figures/latency.ts';
import { idleMemory } from './figures/memory.ts';
import type { StreamScale } from './scale.ts';
import type { Scene } from './scene.ts';

export interface StreamOptions {
  scale: StreamScale;
  profileDir: string | null;
}

type Act = (scene: Scene) => Promise<Findings | Figure[]>;

/** Fan-out, memory and holding have nothing to do with the database. */
const ACTS: Record<string, Act> = {
  fanout: fanOut,
  memory: idleMemory,
  'SQLite: latency': deliveryTime,
  'PostgreSQL: latency': deliveryTime,
  'SQLite: join': joiningStreams,
  'PostgreSQL: join': joiningStreams,
  hold: heldStreams,
  growth: growingCrowd,
};

/** The live stream beside others that do nothing but hand events on. */
export const benchStream = async (
  conductor: Conductor,
  { scale, profileDir }: StreamOptions,
): Promise<void> => {
  for (const [name, run] of Object.entries(ACTS)) {
    await conductor.act(name, async () => {
      if (!name.startsWith('PostgreSQL')) return run({ scale, profileDir, databaseUrl: null });
      const postgres = await startPostgres({ durable: true });
      try {
        const made = await run({ scale, profileDir, databaseUrl: postgres.url });
        const { figures, curves = [] } = Array.isArray(made) ? { figures: made } : made;
        const label = (figure: Figure) => ({ ...figure, name: `PostgreSQL: ${figure.name}` });
        return { figures: figures.map(label), curves };
      } finally {
        await postgres.stop();
      }
    });
  }
};
