import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf, Failure, UsageError } from '@comanda/command-line';
import { EXIT } from '../errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type StateFile = ReturnType<typeof openStateFile>;

const stateFolder = (env: Env): string => {
  const { XDG_STATE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env;
  if (xdg !== '') return join(xdg, 'comanda');
  if (process.platform === 'win32' && local !== '') return join(local, 'comanda');
  return join(home(), '.local', 'state', 'comanda');
};

const home = (): string => {
  try {
    return homedir();
  } catch {
    throw new UsageError(
      'there is no home folder to save the position in: set XDG_STATE_HOME to a folder',
    );
  }
};

/** A file for each service, key and receiver, because each receiver has its own position. The key is not in it. */
export const openStateFile = (env: Env, names: readonly string[]) => {
  const folder = stateFolder(env);
  const hash = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const path = join(folder, `listen-${hash}.json`);
  return {
    /** The position at which it stopped last; null if it never ran. */
    read(): string | null {
      const text = readIfThere(path);
      if (text === null) return null;
      const position = positionIn(text);
      if (position !== null) return position;
      throw new Failure(`${path} is damaged: delete it, or give --since`, { code: EXIT.target });
    },
    write(position: string): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Renamed from a file of this process alone: a reader sees the old state or the new one, never a part.
      const fresh = `${path}.${process.pid}`;
      try {
        writeFileSync(fresh, `${JSON.stringify({ position })}\n`, { mode: 0o600, flush: true });
        renameSync(fresh, path);
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
    },
  };
};

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`, { code: EXIT.target });
  }
};

const positionIn = (text: string): string | null => {
  try {
    const { position } = JSON.parse(text) as { position: unknown };
    return typeof position === 'string' && position.startsWith('evt_') ? position : null;
  } catch {
    return null;
  }
};
