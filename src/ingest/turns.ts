/** Order commands of a restaurant, and the account commands among them. */
interface Turn {
  /** Resolves when the command that came last has ended. */
  last: Promise<void>;
  /** The last account command: order commands after it wait for it. */
  account: Promise<void> | null;
}

/**
 * Keeps the commands of a restaurant in the order in which they came. Order commands go to the log at
 * once, which keeps their order and commits them in groups. An account command waits for all
 * commands before it, and all commands after it wait for it.
 */
export const makeTurns = () => {
  const turns = new Map<string, Turn>();

  const start = <T>(
    restauranteId: string,
    after: Promise<void> | null,
    work: () => Promise<T>,
  ): { result: Promise<T>; last: Promise<void> } => {
    const result = after === null ? work() : after.then(work);
    const leave = () => {
      if (turns.get(restauranteId)?.last === last) turns.delete(restauranteId);
    };
    const last: Promise<void> = result.then(leave, leave);
    return { result, last };
  };

  return {
    order<T>(restauranteId: string, work: () => Promise<T>): Promise<T> {
      const account = turns.get(restauranteId)?.account ?? null;
      const { result, last } = start(restauranteId, account, work);
      turns.set(restauranteId, { last, account });
      return result;
    },
    account<T>(restauranteId: string, work: () => Promise<T>): Promise<T> {
      const before = turns.get(restauranteId)?.last ?? null;
      const { result, last } = start(restauranteId, before, work);
      turns.set(restauranteId, { last, account: last });
      return result;
    },
  };
};
