import { startPostgres } from '../../test/support/postgres.ts';
import { installDependencies } from '../support/install.ts';
import type { Figure } from '../support/report.ts';

export interface WebhooksOptions {
  deliveries: number;
  isolationSeconds: number;
  backlog: number;
  only: readonly string[];
}

/** What it costs to deliver, and what a dead endpoint or a long backlog costs everybody else. */
export const benchWebhooks = async (options: WebhooksOptions): Promise<Figure[]> => {
  await installDependencies();
  // Not before: it imports what was just installed.
  const { benchSpeed } = await import('./figures/speed.ts');
  const { benchIsolation } = await import('./figures/isolation.ts');
  const { benchBacklog } = await import('./figures/backlog.ts');
  const figures: Record<string, (serverUrl: string) => Promise<Figure[]>> = {
    speed: (serverUrl) => benchSpeed(serverUrl, options.deliveries),
    isolation: (serverUrl) => benchIsolation(serverUrl, options.isolationSeconds),
    backlog: () => benchBacklog(options.backlog),
  };
  const postgres = await startPostgres({ durable: true });
  try {
    const results: Figure[] = [];
    for (const [name, run] of Object.entries(figures)) {
      if (options.only.length > 0 && !options.only.includes(name)) continue;
      results.push(...(await run(postgres.url)));
    }
    return results;
  } finally {
    await postgres.stop();
  }
};
