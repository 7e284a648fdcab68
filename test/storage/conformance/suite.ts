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
  for (const tests of Object.values(BEHAVIOUR).flat()) tests(engine);
  costConformance(engine);
};

/** All but what statements cost, which a cluster does not tell; in parts that may run side by side. */
export const BEHAVIOUR = {
  log: [logConformance, groupCommitConformance, watchConformance, retentionConformance],
  accounts: [
    ...[accountConformance, peopleConformance, memberConformance, factorConformance],
    ...[screenConformance, figuresConformance, healthConformance],
  ],
  orders: [
    ...[listingConformance, slicesConformance, summaryConformance, moneyConformance],
    ...[closingConformance, clienteConformance],
  ],
  webhooks: [webhookConformance, laneConformance, resendConformance],
};
