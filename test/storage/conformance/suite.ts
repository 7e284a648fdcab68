import { accountConformance } from './accounts.ts';
import { costConformance } from './cost.ts';
import { figuresConformance } from './figures.ts';
import type { Engine } from './harness.ts';
import { listingConformance } from './listing.ts';
import { logConformance } from './log.ts';
import { peopleConformance } from './people.ts';
import { retentionConformance } from './retention.ts';
import { summaryConformance } from './summary.ts';
import { watchConformance } from './watch.ts';

/** Everything that the port promises, asked of one engine. */
export const conformance = (engine: Engine): void => {
  logConformance(engine);
  watchConformance(engine);
  retentionConformance(engine);
  accountConformance(engine);
  peopleConformance(engine);
  figuresConformance(engine);
  listingConformance(engine);
  summaryConformance(engine);
  costConformance(engine);
};
