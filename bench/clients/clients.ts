import type { Databases } from '../rest/data/databases.ts';
import { historyId } from '../rest/data/orders.ts';
import { prepare, withSetup } from '../rest/setup.ts';
import type { Scale } from '../scale.ts';
import { GENERATOR_CORE } from '../support/cores.ts';
import { countText, type Figure, median, ratioFigure } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
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
        const measured = interleave(KINDS, 1 + clients.rounds, async (kind, round) => {
          progress(`${round} of ${1 + clients.rounds}`);
          return (await walk(kind)).cpuUs;
        });
        const costs = await measured.finally(walker.stop);
        // The first round only compiles the code of both.
        const [client = Number.NaN, bare = Number.NaN] = costs.map((own) => median(own.slice(1)));
        const name = `listing ${countText(clients.orders)} orders with the TypeScript client, beside fetch and JSON.parse`;
        const textOf = (us: number): string => `${us.toFixed(1)} µs of processor an order`;
        return [ratioFigure(name, client, bare, textOf, { atMost: 1.3 })];
      }),
  );
