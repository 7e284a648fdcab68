import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReplicaObserver } from '../../storage/port/deps.ts';

/** What becomes of a replica; all zero where there is none. */
export const makeReplicaMetrics = (register: Registry): ReplicaObserver => {
  const registers = [register];
  const used = new Gauge({
    name: 'comanda_replica_used',
    help: 'Whether the replica is in use: 1, or 0 when it is away, too far behind or there is none.',
    registers,
  });
  const lag = new Gauge({
    name: 'comanda_replica_lag_seconds',
    help: 'Age of the oldest write that the primary was seen to have and the replica has not.',
    registers,
  });
  const reads = new Counter({
    name: 'comanda_replica_reads_total',
    help: 'Reads that were tried on the replica, by result (used, behind, failed); others go to the primary.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['used', 'behind', 'failed']) reads.inc({ result }, 0);
  return {
    became: (state) => used.set(state === 'used' ? 1 : 0),
    lagged: (seconds) => lag.set(seconds),
    read: (result) => reads.inc({ result }),
  };
};
