import type { Scenario } from '../scenario.ts';
import { coordinatorKilled, shardsMoved, workerFrozen, workerKilled } from './citus.ts';
import { clock } from './clock.ts';
import { diskFull, diskLimit } from './disk.ts';
import { failover } from './failover.ts';
import { kill } from './kill.ts';
import { network } from './network.ts';
import { pair } from './pair.ts';
import { repeats } from './repeats.ts';
import { rolling } from './rolling.ts';
import { slow } from './slow.ts';
import { soak } from './soak.ts';
import { strangers } from './strangers.ts';
import { mirrors } from './sync.ts';
import { upgrade } from './upgrade.ts';

export const SCENARIOS: readonly Scenario[] = [
  kill,
  pair,
  repeats,
  network,
  diskLimit,
  diskFull,
  clock,
  slow,
  rolling,
  upgrade,
  failover,
  mirrors,
  workerKilled,
  workerFrozen,
  coordinatorKilled,
  shardsMoved,
  strangers,
  soak,
];
