import { startPostgres } from '../../test/support/postgres.ts';
import { installDependencies } from '../support/install.ts';
import type { Figure } from '../support/report.ts';
import { fanOut } from './figures/fanout.ts';
import { heldStreams } from './figures/hold.ts';
import { deliveryTime } from './figures/latency.ts';
import { idleMemory } from './figures/memory.ts';
import type { StreamScale } from './scale.ts';
import type { Scene } from './scene.ts';

export interface StreamOptions {
  scale: StreamScale;
  engines: readonly string[];
  profileDir: string | null;
  /** Names of the acts below; empty: all. */
  only: readonly string[];
}

type Act = (scene: Scene) => Promise<Figure[]>;

/** Memory and holding have nothing to do with the database. */
const ACTS: Record<string, { act: Act; engines: readonly string[] }> = {
  fanout: { act: fanOut, engines: ['sqlite'] },
  memory: { act: idleMemory, engines: ['sqlite'] },
  latency: { act: deliveryTime, engines: ['sqlite', 'postgres'] },
  hold: { act: heldStreams, engines: ['sqlite'] },
};

/** The live stream beside others that do nothing but hand events on. */
export const benchStream = async (options: StreamOptions): Promise<Figure[]> => {
  const { scale, engines, profileDir, only } = options;
  const strange = only.filter((name) => !Object.hasOwn(ACTS, name));
  if (strange.length > 0) {
    throw new Error(`stream knows no ${strange.join()}; there are ${Object.keys(ACTS).join(', ')}`);
  }
  await installDependencies();
  const chosen = Object.entries(ACTS).filter(([name]) => only.length === 0 || only.includes(name));
  const figures: Figure[] = [];
  for (const engine of engines) {
    const here = chosen.filter(([, each]) => each.engines.includes(engine));
    if (here.length === 0) continue;
    const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : null;
    try {
      for (const [, { act }] of here) {
        const made = await act({ scale, profileDir, databaseUrl: postgres?.url ?? null });
        const label = postgres === null ? '' : 'PostgreSQL: ';
        figures.push(...made.map((figure) => ({ ...figure, name: label + figure.name })));
      }
    } finally {
      await postgres?.stop();
    }
  }
  return figures;
};
