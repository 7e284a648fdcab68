import type { ReplicaObserver } from '../../storage/port/deps.ts';
import type { Instruments } from './instruments.ts';

export const makeReplicaMetrics = ({
  counter,
  gauge,
}: Instruments): ReplicaObserver & {
  /** How far it is behind; null without a replica. */
  lagMs(): number | null;
} => {
  let lagMs: number | null = null;
  const used = gauge(
    'comanda_replica_used',
    'Whether the replica is in use: 1, or 0 when it is away, too far behind or there is none.',
    { aggregator: 'min' },
  );
  const lag = gauge(
    'comanda_replica_lag_seconds',
    'Age of the oldest write that the primary was seen to have and the replica has not.',
    { aggregator: 'max' },
  );
  const reads = counter(
    'comanda_replica_reads_total',
    'Reads that were tried on the replica, by result (used, behind, failed); others go to the primary.',
    ['result'],
    ['used', 'behind', 'failed'],
  );
  return {
    became: (state) => used.set(state === 'used' ? 1 : 0),
    lagged(seconds) {
      lag.set(seconds);
      lagMs = seconds * 1_000;
    },
    lagMs: () => lagMs,
    read: (result) => reads.inc({ result }),
  };
};
