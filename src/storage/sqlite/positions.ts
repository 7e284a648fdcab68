import type { LogPosition } from '../port.ts';
import type { Connection } from './connection.ts';
import { readRegistro } from './registro.ts';

/** How long another process may have written before we notice. */
const LOOK_MS = 5;
const KEPT_MAX = 10_000;

/**
 * Where each log stands, from memory: every polled page asks. Our own commits drop what they change;
 * SQLite's `data_version` changes when somebody else commits, and then all of it is dropped.
 */
export const makePositions = (connection: Connection, monotonicMs: () => number) => {
  const kept = new Map<string, LogPosition>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let dataVersion: number | undefined;

  const look = (): void => {
    const nowMs = monotonicMs();
    if (nowMs - lookedAtMs < LOOK_MS) return;
    lookedAtMs = nowMs;
    const row = connection.get<{ data_version: number }>('PRAGMA data_version');
    if (row?.data_version === dataVersion && kept.size < KEPT_MAX) return;
    dataVersion = row?.data_version;
    kept.clear();
  };

  return {
    read(restauranteId: string): LogPosition | null {
      look();
      const known = kept.get(restauranteId);
      if (known !== undefined) return known;
      const registro = readRegistro(connection, restauranteId);
      if (registro === null) return null;
      const { secuencia, logTag, version } = registro;
      const position = { secuencia, logTag, version };
      kept.set(restauranteId, position);
      return position;
    },
    drop: (restauranteId: string): boolean => kept.delete(restauranteId),
  };
};
