import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cleanup } from '../../test/support/service.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

const run = promisify(execFile);

/** How room is taken away from a server, and given back. */
interface Disk {
  fill(world: World): Promise<void>;
  free(world: World): Promise<void>;
}

/**
 * No file of the process may grow past what the log has now. Any user may do that to a process of
 * their own, and the writes fail as they do on a full disk.
 */
const limited: Disk = {
  async fill({ places, database, chance }) {
    const { size } = statSync(join(database.dataDir, 'comanda.db-wal'));
    await limitFiles(places.server(0).pid, String(size + chance.int(0, 60_000)));
  },
  free: ({ places }) => limitFiles(places.server(0).pid, 'unlimited'),
};

const limitFiles = async (pid: number, bytes: string): Promise<void> => {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
};

/** A small disk of its own, that a file of no use fills up. It takes root to make one. */
const small = (folder: string): Disk => {
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      // To the last byte: what does not fit any more is the sign that it is full.
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

/** Null where that is not allowed. */
const mountSmall = async (t: Cleanup): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-disk-'));
  t.after(async () => rmSync(folder, { recursive: true }));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_MIB}m`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  t.after(async () => {
    await run('umount', [folder]);
  });
  return folder;
};

const play = async (world: World, rounds: number, disk: Disk): Promise<void> => {
  const { chance, places, startLoad, count, ledger, restaurantes } = world;
  const stopLoad = startLoad({ pace: { abandons: 0 } });
  for (let round = 0; round < rounds; round += 1) {
    await wait(chance.int(200, 600));
    const before = ledger.entries.length;
    await disk.fill(world);
    count('times full');
    await wait(chance.int(300, 900));
    // What was written before can be read all the time.
    for (const restauranteId of restaurantes) {
      const { status } = await world.api(restauranteId).ask('/pedidos?limite=5');
      if (status !== 200) throw new Error(`a full disk made GET /pedidos answer ${status}`);
    }
    if (chance.happens(0.25)) await places.kill(0);
    await disk.free(world).catch(() => undefined);
    await places.startAll();
    const refused = ledger.entries
      .slice(before)
      .flatMap(({ attempts }) => attempts)
      .filter(({ answer }) => answer?.codigo === 'no_disponible').length;
    count('answers "no_disponible"', refused);
  }
  await wait(300);
  await stopLoad();
};

/** The disk is full, and then there is room again. Nothing has to be restarted for that. */
export const diskLimit: Scenario = {
  name: 'disk-limit',
  about: 'files that may not grow any more, and then may',
  engines: ['sqlite'],
  rounds: 6,
  prepare: () => ({ world: {}, play: (world, rounds) => play(world, rounds, limited) }),
};

export const diskFull: Scenario = {
  name: 'disk-full',
  about: 'a disk that is full to the last byte, and then is not',
  engines: ['sqlite'],
  rounds: 6,
  async prepare({ t }) {
    const folder = await mountSmall(t);
    if (folder === null) return 'no disk can be mounted here: that takes root';
    const dataDir = join(folder, 'data');
    const disk = small(folder);
    return { world: { lines: { dataDir } }, play: (world, rounds) => play(world, rounds, disk) };
  },
};
