import type { Clock } from '../../clock.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import type { Uso, UsoStore } from '../../storage/port/panel.ts';
import { inTurns } from './turns.ts';

/** Counts gather this long, then go to the database together. */
const GATHER_MS = 5_000;
/** What a database that does not answer may leave in memory; beyond it, counts are lost. */
const KEPT_MAX = 20_000;

/** Counts the requests of each key per day, in memory where they come and now and then on disk. */
export const makeUsage = (
  usos: Pick<UsoStore, 'add'>,
  clock: Pick<Clock, 'now'>,
  onFailed: (error: unknown) => void,
) => {
  /** Of one day, by key. */
  let counting = new Map<string, Uso>();
  let dia = 0;
  let endsMs = 0;
  /** Counted, and not yet stored; by day and key. */
  const unstored = new Map<string, Uso>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const setAside = (): void => {
    const counted = counting;
    counting = new Map();
    for (const uso of counted.values()) keep(uso);
  };

  const keep = (uso: Uso): void => {
    const key = `${uso.dia} ${uso.llaveId}`;
    const known = unstored.get(key);
    if (known === undefined) {
      if (unstored.size < KEPT_MAX) unstored.set(key, uso);
      return;
    }
    known.peticiones += uso.peticiones;
    known.limitadas += uso.limitadas;
    known.errores += uso.errores;
  };

  const write = async (): Promise<void> => {
    const counted = [...unstored.values()];
    unstored.clear();
    await inTurns(counted, async (batch) => {
      try {
        await usos.add(batch);
      } catch (error) {
        onFailed(error);
        for (const uso of batch) keep(uso);
      }
    });
  };

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    setAside();
    writing = writing.then(write);
    return writing;
  };

  /** A new day, or a clock that was set back. */
  const turnDay = (nowMs: number): void => {
    setAside();
    dia = Math.floor(nowMs / DAY_MS);
    endsMs = (dia + 1) * DAY_MS;
  };

  return {
    note({ id, restauranteId }: Pick<Llave, 'id' | 'restauranteId'>, status: number): void {
      const nowMs = clock.now();
      if (nowMs >= endsMs || nowMs < endsMs - DAY_MS) turnDay(nowMs);
      let uso = counting.get(id);
      if (uso === undefined) {
        uso = { restauranteId, llaveId: id, dia, peticiones: 0, limitadas: 0, errores: 0 };
        counting.set(id, uso);
        timer ??= setTimeout(flush, GATHER_MS);
      }
      uso.peticiones += 1;
      if (status === 429) uso.limitadas += 1;
      else if (status >= 400) uso.errores += 1;
    },
    /** Resolves when all that was counted has been stored, or could not be. */
    flush,
  };
};

export type Usage = ReturnType<typeof makeUsage>;
