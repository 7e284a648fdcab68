import { isoDate, utcDay } from '../../../domain/time.ts';
import { makeGatherer } from '../../../platform/async/gatherer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { makeOutageLog } from '../../../platform/outage-log.ts';
import type { Llave } from '../../../storage/port/accounts.ts';
import type { Rastro, UsoStore } from '../../../storage/port/panel.ts';

const GATHER_MS = 5_000;
/** Traces in memory; beyond it, new ones are lost until the next write. */
const UNSTORED_MAX = 20_000;
const AGENT_CHARS_MAX = 200;

export interface Use {
  status: number;
  /** `GET /pedidos/{id}` */
  operacion: string;
  red: string;
  agente: string;
}

/** Notes where the requests of each key come from and what they ask for. */
export const makeTrail = (
  usos: Pick<UsoStore, 'addTrail'>,
  clock: Pick<Clock, 'now'>,
  log: Log,
) => {
  const outage = makeOutageLog(log, 'the trail of keys is stored again');
  let unstored = new Map<string, Rastro & { restauranteId: string }>();

  const { soon, flush } = makeGatherer(GATHER_MS, async () => {
    const gathered = Map.groupBy(unstored.values(), ({ restauranteId }) => restauranteId);
    unstored = new Map();
    for (const [restauranteId, rastros] of gathered) {
      try {
        await usos.addTrail(restauranteId, rastros, clock.now());
        outage.worked();
      } catch (error) {
        outage.failed('warn', { err: error }, 'could not store the trail of keys');
      }
    }
  });

  return {
    note({ id: llaveId, restauranteId }: Pick<Llave, 'id' | 'restauranteId'>, use: Use): void {
      const nowMs = clock.now();
      const { status, operacion, red } = use;
      const agente = use.agente.slice(0, AGENT_CHARS_MAX).replaceAll(/\p{C}/gu, ' ').trim() || '-';
      const asked = `${isoDate(utcDay(nowMs))} ${status} ${operacion}`;
      for (const [clase, valor] of [
        ['red', red],
        ['agente', agente],
        ['operacion', asked],
      ] as const) {
        const key = `${llaveId} ${clase} ${valor}`;
        const known = unstored.get(key);
        if (known !== undefined) {
          known.ultimaMs = nowMs;
          known.peticiones += 1;
        } else if (unstored.size < UNSTORED_MAX) {
          const times = { primeraMs: nowMs, ultimaMs: nowMs, peticiones: 1 };
          unstored.set(key, { restauranteId, llaveId, clase, valor, ...times });
        }
      }
      soon();
    },
    flush,
  };
};
