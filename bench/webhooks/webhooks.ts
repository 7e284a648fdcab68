import type { WebhooksScale } from '../scale.ts';
import { measureOnEach, type Runner } from '../support/runner.ts';
import { benchIsolation } from './figures/isolation.ts';
import { benchSpeed } from './figures/speed.ts';

/** The cost of deliveries, and the effect of dead endpoints on the others. */
export const benchWebhooks = async (runner: Runner, scale: WebhooksScale): Promise<void> => {
  await measureOnEach(runner, 'speed', (databaseUrl) => benchSpeed(databaseUrl, scale));
  await measureOnEach(runner, 'isolation', (databaseUrl) =>
    benchIsolation(databaseUrl, scale.isolationSeconds),
  );
};
