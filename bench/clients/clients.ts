import type { Databases } from '../rest/data/databases.ts';
import { historyId } from '../rest/data/orders.ts';
import { prepare, withSetup } from '../rest/setup.ts';
import type { Scale } from '../scale.ts';
import { GENERATOR_CORE } from '../support/cores.ts';
import { countText, type Figure, median, ratioFigure } from '../support/figure.ts';
import { startRemote } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import type { Runner } from '../support/runner.ts';
import type { WalkerApi } from './walker.ts';

/** Orders of a page that the client reads. */
const PAGE_ORDERS = 100;
const KINDS = ['client', 'bare'] as const;

/** The processor time of listing orders with the typed client. */
export const benchClients = (
  { measure }: Runner,
  databases: Databases,
  { rest, clients }: Pick<Scale, 'rest' | 'clients'>,
): Promise<void> =>
  measure(
    'SQLite: listing',
    async (): Promise<Figure[]> =>
      withSetup(await prepare(databases.of('sqlite'), rest), async ({ server, keys }) => {
        const walker = startRemote<WalkerApi>(
          new URL('./walker.ts', import.meta.url),
          GENERATOR_CORE,
        );
        const restauranteId = historyId(clients.orders);
        const walk = async (kind: (typeof KINDS)[number]) => {
          const requests = Array.from(
            { length: clients.orders / PAGE_ORDERS },
            () => restauranteId,
          );
          const [header] = await keys.headers(requests);
          const key = (header?.Authorization ?? '').replace('Bearer ', '');
          return walker.api.walk(kind, { url: server.publicUrl, key, orders: clients.orders });
        };
        const costs: Record<(typeof KINDS)[number], number[]> = { client: [], bare: [] };
        try {
          for (let round = 0; round <= clients.rounds; round += 1) {
            progress(`${round} of ${clients.rounds}`);
            for (const kind of KINDS) {
              const { cpuUs } = await walk(kind);
              // The first round only compiles the code of both.
              if (round > 0) costs[kind].push(cpuUs);
            }
          }
        } finally {
          await walker.stop();
        }
        const name = `listing ${countText(clients.orders)} orders with the TypeScript client, beside fetch and JSON.parse`;
        const textOf = (us: number): string => `${us.toFixed(1)} µs of processor an order`;
        return [
          ratioFigure(name, median(costs.client), median(costs.bare), textOf, { atMost: 1.3 }),
        ];
      }),
  );
