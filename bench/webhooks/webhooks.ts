import { type Postgres, startPostgres } from '../../test/support/postgres/postgres.ts';
import type { WebhooksScale } from '../scale.ts';
import type { Conductor } from '../support/conductor.ts';
import type { Figure } from '../support/report.ts';
import { freshDatabase } from './database.ts';
import { benchBacklog } from './figures/backlog.ts';
import { benchIsolation } from './figures/isolation.ts';
import { benchSpeed } from './figures/speed.ts';

/** How many times others are watched during a backlog, unless it is to the end. */
const BACKLOG_LOOKS = 6;

/** What it costs to deliver, and what a dead endpoint or a long backlog costs everybody else. */
export const benchWebhooks = async ({ act }: Conductor, scale: WebhooksScale): Promise<void> => {
  await act('SQLite: speed', () => benchSpeed('SQLite', null, scale));
  await act('PostgreSQL: speed', () =>
    withPostgres(({ url }) => benchSpeed('PostgreSQL', url, scale)),
  );
  await act('SQLite: isolation', () => benchIsolation('SQLite', null, scale.isolationSeconds));
  await act('PostgreSQL: isolation', () =>
    withPostgres(async ({ url }) =>
      benchIsolation('PostgreSQL', await freshDatabase(url), scale.isolationSeconds),
    ),
  );
  await act('backlog', () => benchBacklog(scale, BACKLOG_LOOKS));
  await act('drain', () => benchBacklog(scale, Number.POSITIVE_INFINITY));
};

const withPostgres = async (run: (postgres: Postgres) => Promise<Figure[]>): Promise<Figure[]> => {
  const postgres = await startPostgres({ durable: true });
  try {
    return await run(postgres);
  } finally {
    await postgres.stop();
  }
};
