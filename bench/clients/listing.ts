import { historyId } from '../rest/data/orders.ts';
import type { Setup } from '../rest/setup.ts';
import { countText, type Figure } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { startRemote } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import type { WalkerApi } from './walker.ts';

const ORDERS = 1_000;
/** Orders of a page that the client reads. */
const PAGE_ORDERS = 100;
const KINDS = ['client', 'bare'] as const;

/** The processor time of listing orders with the typed client. */
export const listing = async ({ server, withKeys, scale }: Setup): Promise<Figure[]> => {
  const walker = startRemote<WalkerApi>(new URL('./walker.ts', import.meta.url));
  const { rounds } = scale.clients;
  const pages = Array(ORDERS / PAGE_ORDERS).fill({ restauranteId: historyId(ORDERS), path: '' });
  // The first round only compiles the code of both.
  const measured = interleave(KINDS, 1 + rounds, async (kind, round) => {
    progress(`${round} of ${1 + rounds}`);
    const [request] = await withKeys(pages);
    const key = (request?.headers?.['Authorization'] ?? '').replace('Bearer ', '');
    return walker.api.walk(kind, { url: server.publicUrl, key, orders: ORDERS });
  });
  const costs = await measured.finally(walker.stop);
  const [client = [], bare = []] = costs.map((own) => own.slice(1));
  return [
    {
      name: 'listing orders with the TypeScript client, processor time an order',
      engine: '',
      textOf: (us) => `${us.toFixed(1)} µs`,
      ours: client,
      limit: { name: 'fetch + JSON.parse', runs: bare },
      demands: [{ against: 'limit', atMost: 1.3 }],
      detail: `${countText(ORDERS)} orders`,
    },
  ];
};
