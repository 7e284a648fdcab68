import { statfs } from 'node:fs/promises';
import type { TipoCondicion } from '../../contract/avisos/condicion.ts';
import type { Signal } from '../../domain/health/signals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HealthStore, Lease } from '../../storage/port/notices/health.ts';
import type { Source } from '../source.ts';

const DISK_FREE_MIN = 0.1;
const CLOCK_OFF_MS = 5 * SECOND_MS;
const REPLICA_LAG_MS = MINUTE_MS;
const UNREACHABLE_MS = 5 * MINUTE_MS;
const REACH_MS_MAX = 10 * SECOND_MS;
/** A successor has to live this long before a lost process counts as replaced; after an hour nobody waits for one. */
const REPLACED_MS = 5 * MINUTE_MS;
const LOST_SHOWN_MS = HOUR_MS;

/** Names the leases by which processes say that they live. */
export const PROCESS_LEASE = 'process ';

interface ServiceDeps {
  store: Pick<HealthStore, 'leases' | 'forgetLease' | 'databaseMs' | 'lastBackup'>;
  clock: Clock;
  dataDir: string;
  /** Null where PUBLIC_URL is not set. */
  publicUrl: string | null;
  /** How far the replica is behind; null without one. */
  replicaLagMs(): number | null;
}

/** One condition of the service. */
const single = (
  tipo: TipoCondicion,
  everyMs: number,
  look: (nowMs: number) => Promise<Signal['detalle'] | null>,
): Source => ({
  tipos: [tipo],
  everyMs,
  async signals(nowMs) {
    const detalle = await look(nowMs);
    return detalle === null ? [] : [{ tipo, restauranteId: null, objeto: '', nombre: '', detalle }];
  },
});

export const makeServiceSources = (deps: ServiceDeps): Source[] => {
  const { store, clock, dataDir, publicUrl, replicaLagMs } = deps;
  return [
    single('disco_lleno', 10 * SECOND_MS, async () => {
      const { bavail, blocks } = await statfs(dataDir);
      const free = bavail / Math.max(1, blocks);
      return free < DISK_FREE_MIN ? { libre_porcentaje: Math.round(free * 100) } : null;
    }),
    single('copia_antigua', MINUTE_MS, async (nowMs) => {
      const { madeMs } = await store.lastBackup();
      return madeMs !== null && nowMs - madeMs > DAY_MS ? { ultima_ms: madeMs } : null;
    }),
    single('replica_atrasada', 10 * SECOND_MS, async () => {
      const lagMs = replicaLagMs();
      return lagMs !== null && lagMs > REPLICA_LAG_MS ? { retraso_ms: lagMs } : null;
    }),
    single('reloj_desviado', 10 * SECOND_MS, async () => {
      const beforeMs = clock.now();
      const databaseMs = await store.databaseMs();
      if (databaseMs === null) return null;
      const offMs = Math.round((beforeMs + clock.now()) / 2 - databaseMs);
      return Math.abs(offMs) > CLOCK_OFF_MS ? { desvio_ms: offMs } : null;
    }),
    processSource(store),
    ...(publicUrl === null ? [] : [reachSource(publicUrl, clock)]),
  ];
};

const reachSource = (publicUrl: string, clock: Clock): Source => {
  let reachedMs = clock.monotonic();
  return single('url_publica_inaccesible', MINUTE_MS, async () => {
    try {
      const signal = AbortSignal.timeout(REACH_MS_MAX);
      const response = await fetch(`${publicUrl}/openapi.json`, { method: 'HEAD', signal });
      if (response.ok) reachedMs = clock.monotonic();
    } catch {
      // Not reached: the time since the last success tells.
    }
    const unreachedMs = clock.monotonic() - reachedMs;
    return unreachedMs >= UNREACHABLE_MS ? { desde_hace_ms: Math.round(unreachedMs) } : null;
  });
};

const processSource = (store: ServiceDeps['store']): Source => ({
  tipos: ['proceso_perdido'],
  everyMs: 5 * SECOND_MS,
  async signals(nowMs) {
    const leases = await store.leases(PROCESS_LEASE);
    const live = leases.filter(({ isExpired }) => !isExpired);
    const isOver = ({ untilMs }: Lease): boolean =>
      nowMs - untilMs > LOST_SHOWN_MS ||
      live.some(({ sinceMs }) => sinceMs > untilMs - MINUTE_MS && nowMs - sinceMs > REPLACED_MS);
    const signals: Signal[] = [];
    for (const lease of leases.filter(({ isExpired }) => isExpired)) {
      const { name, untilMs } = lease;
      if (isOver(lease)) {
        await store.forgetLease(name);
        continue;
      }
      const nombre = name.slice(PROCESS_LEASE.length);
      const detalle = { visto_ms: untilMs };
      signals.push({
        tipo: 'proceso_perdido',
        restauranteId: null,
        objeto: nombre,
        nombre,
        detalle,
      });
    }
    return signals;
  },
});
