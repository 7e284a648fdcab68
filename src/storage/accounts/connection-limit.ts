import { makeBatcher } from '../../platform/async/batcher.ts';
import { StorageReadOnlyError } from '../port/errors.ts';
import type { FlujoStore } from '../port/limits.ts';

/** How often claims are renewed. They are leases: those of a process that died expire. */
const RENEW_MS = 20_000;
const CLAIMS_PER_STATEMENT = 500;

interface Claim {
  budget: string;
  /** Asks for one more connection; otherwise only reports how many the budget has in this process. */
  isNew: boolean;
}

/** While the database is read-only, each process counts by itself, so that reads go on. */
const grantIfReadOnly = (wanted: ReadonlyMap<string, number>) => (error: unknown) => {
  if (error instanceof StorageReadOnlyError) return wanted;
  throw error;
};

/** Allows each budget `max` connections: in this process or, if processes share a database (`flujos`), in all of them. */
export const makeConnectionLimit = (
  flujos: FlujoStore,
  max: number,
  onFailed: (error: unknown) => void,
) => {
  const open = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const openOf = (budget: string): number => open.get(budget) ?? 0;

  const count = (budget: string, change: 1 | -1): void => {
    const next = openOf(budget) + change;
    if (next > 0) open.set(budget, next);
    else open.delete(budget);
  };

  const claim = async (claimed: readonly Claim[]): Promise<boolean[]> => {
    const wanted = new Map<string, number>();
    for (const { budget, isNew } of claimed) {
      wanted.set(budget, (wanted.get(budget) ?? openOf(budget)) + Number(isNew));
    }
    const granted = await flujos.claim(wanted, max).catch(grantIfReadOnly(wanted));
    return claimed.map(({ budget, isNew }) => {
      const isGranted = isNew && openOf(budget) < Math.min(max, granted.get(budget) ?? 0);
      if (isGranted) count(budget, 1);
      return isGranted;
    });
  };

  const claims = makeBatcher(claim, { take: (queue) => queue.splice(0, CLAIMS_PER_STATEMENT) });

  const renew = async (budgets: Iterable<string>): Promise<void> => {
    const renewals = Array.from(budgets, (budget) => claims.add({ budget, isNew: false }));
    await Promise.all(renewals).catch(onFailed);
  };

  const stopRenewing = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /** Resolves with a function to be called once the connection is over, and only once; null beyond the limit. */
    async acquire(budget: string): Promise<(() => void) | null> {
      if (openOf(budget) >= max) return null;
      if (!(await claims.add({ budget, isNew: true }))) return null;
      timer ??= setInterval(() => void renew(open.keys()), RENEW_MS);
      return () => {
        count(budget, -1);
        void renew([budget]);
        if (open.size === 0) stopRenewing();
      };
    },
    /** Resolves when the database knows of every connection that was released. */
    async close(): Promise<void> {
      stopRenewing();
      await claims.idle();
    },
  };
};
