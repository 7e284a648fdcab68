import { accountConformance } from './accounts.ts';
import { clienteConformance } from './clientes.ts';
import { costConformance } from './cost.ts';
import type { Engine } from './harness.ts';
import { laneConformance } from './lanes.ts';
import { listingConformance } from './listing.ts';
import { groupCommitConformance } from './log/group-commit.ts';
import { logConformance } from './log/log.ts';
import { retentionConformance } from './log/retention.ts';
import { watchConformance } from './log/watch.ts';
import { healthConformance } from './notices/health.ts';
import { factorConformance } from './people/factors.ts';
import { memberConformance } from './people/members.ts';
import { peopleConformance } from './people/users.ts';
import { resendConformance } from './resends.ts';
import { screenConformance } from './screens.ts';
import { slicesConformance } from './slices.ts';
import { closingConformance } from './sums/closings.ts';
import { figuresConformance } from './sums/figures.ts';
import { moneyConformance } from './sums/money.ts';
import { summaryConformance } from './sums/summary.ts';
import { webhookConformance } from './webhooks.ts';

/** Checks every promise of the port on one engine. */
export const conformance = (engine: Engine): void => {
  behaviourConformance(engine);
  costConformance(engine);
};

/** All but what statements cost: a cluster does not tell the rows that its nodes touch. */
export const behaviourConformance = (engine: Engine): void => {
  logConformance(engine);
  groupCommitConformance(engine);
  watchConformance(engine);
  retentionConformance(engine);
  accountConformance(engine);
  peopleConformance(engine);
  memberConformance(engine);
  factorConformance(engine);
  screenConformance(engine);
  figuresConformance(engine);
  listingConformance(engine);
  slicesConformance(engine);
  summaryConformance(engine);
  moneyConformance(engine);
  closingConformance(engine);
  clienteConformance(engine);
  webhookConformance(engine);
  laneConformance(engine);
  resendConformance(engine);
  healthConformance(engine);
};
