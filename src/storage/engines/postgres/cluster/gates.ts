import { COMMITS_MAX, type Pools, SENDER_STEPS_MAX } from '../driver/pools.ts';
import { makeAbsentNodes } from './absent-nodes.ts';
import { guarded, makeBulkhead } from './bulkhead.ts';

const READS_MAX = 8;
/** At most half of what there is of each kind waits for one node. */
const half = (all: number): number => Math.ceil(all / 2);

/** The gates of a cluster: reads, commits and steps of webhooks wait for a node each by themselves. */
export const makeGates = (pools: Pools, monotonicMs: () => number) => {
  const bulkhead = makeBulkhead(pools.lookups, monotonicMs);
  const reads = bulkhead.gate(half(READS_MAX));
  return {
    reader: guarded(pools.reader, reads),
    bulk: guarded(pools.bulk, reads),
    commits: bulkhead.gate(half(COMMITS_MAX)),
    steps: bulkhead.gate(half(SENDER_STEPS_MAX)),
    absentNodes: makeAbsentNodes(pools.reader, reads, monotonicMs),
  };
};
