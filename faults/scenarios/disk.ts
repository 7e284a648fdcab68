import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DATABASE_FILE } from '../../src/storage/engines/sqlite/driver/open.ts';
import { limitFiles } from '../../test/support/machine/file-limit.ts';
import { mountSmall } from '../../test/support/machine/small-disk.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

/** Takes a server's disk space away and gives it back. */
interface Disk {
  fill(rig: Rig): Promise<void>;
  free(rig: Rig): Promise<void>;
}

const limited: Disk = {
  async fill({ processes, database, random }) {
    const { size } = statSync(join(database.dataDir, `${DATABASE_FILE}-wal`));
    await limitFiles(processes.server(0).pid, size + random.int(0, 60_000));
  },
  free: ({ processes }) => limitFiles(processes.server(0).pid, 'unlimited'),
};

/** A small disk of its own that a ballast file fills. Mounting it requires root. */
const small = (folder: string): Disk => {
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      // Fills the disk to the last byte with smaller and smaller pieces.
      for (let bytes = 64 * 1_024 * 1_024; bytes >= 512; bytes /= 2) {
        for (;;) {
          try {
            writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
          } catch {
            break;
          }
        }
      }
    },
    async free() {
      rmSync(ballast);
    },
  };
};

const SMALL_MIB = 96;

const play = async (rig: Rig, rounds: number, disk: Disk): Promise<void> => {
  const { random, processes, startLoad, count, sent, restaurantes } = rig;
  const stopLoad = startLoad({ pace: { abandons: 0 } });
  for (let round = 0; round < rounds; round += 1) {
    await wait(random.int(200, 600));
    const before = sent.all.length;
    await disk.fill(rig);
    count('times full');
    await wait(random.int(300, 900));
    // Reads still work.
    for (const restauranteId of restaurantes) {
      const { status } = await rig.api(restauranteId).request('/pedidos?limite=5');
      if (status !== 200) throw new Error(`a full disk made GET /pedidos answer ${status}`);
    }
    if (random.happens(0.25)) await processes.kill(0);
    await disk.free(rig).catch(() => undefined);
    await processes.startAll();
    const refused = sent.all
      .slice(before)
      .flatMap(({ attempts }) => attempts)
      .filter(({ answer }) => answer?.codigo === 'no_disponible').length;
    count('answers "no_disponible"', refused);
  }
  await wait(300);
  await stopLoad();
};

/** The disk becomes full and is freed again, without a restart. */
export const diskLimit: Scenario = {
  name: 'disk-limit',
  about: 'files that may not grow any more, and then may',
  engines: ['sqlite'],
  rounds: 6,
  prepare: () => ({ rig: {}, play: (rig, rounds) => play(rig, rounds, limited) }),
};

export const diskFull: Scenario = {
  name: 'disk-full',
  about: 'a disk that is full to the last byte, and then is not',
  engines: ['sqlite'],
  rounds: 6,
  async prepare({ t }) {
    const folder = await mountSmall(t, SMALL_MIB);
    if (folder === null) return 'no disk can be mounted here: that takes root';
    const dataDir = join(folder, 'data');
    const disk = small(folder);
    return { rig: { database: { dataDir } }, play: (rig, rounds) => play(rig, rounds, disk) };
  },
};
