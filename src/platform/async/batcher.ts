interface BatcherOptions<Item> {
  /** Runs each batch, at once by default. Items that arrive before it calls `run` join the batch. If it rejects, so do they. */
  schedule?: (run: () => Promise<void>) => Promise<void>;
  /** Removes the next batch from the queue; takes everything by default. */
  take?: <Entry extends { item: Item }>(queue: Entry[]) => Entry[];
  /** Whether a failed batch is carried out again item by item, so that one bad item harms no other. */
  splitsOn?: (error: unknown) => boolean;
  /** Called when nothing is waiting or under way any more. */
  onIdle?: () => void;
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

interface Job<Item, Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  item: Item;
}

/** Batches calls: while one is under way, items gather, and the next call takes them all. */
export const makeBatcher = <Item, Result>(
  carryOut: (items: readonly Item[]) => Promise<readonly Result[]>,
  {
    schedule = (run) => run(),
    take = (queue) => queue.splice(0),
    splitsOn = () => false,
    onIdle,
  }: BatcherOptions<Item> = {},
): Batcher<Item, Result> => {
  const queue: Job<Item, Result>[] = [];
  let running: Promise<void> | null = null;

  const runAll = async (): Promise<void> => {
    while (queue.length > 0) {
      try {
        await schedule(() => run(take(queue)));
      } catch (error) {
        // Nothing would ever carry these out, and `running` would stay set.
        for (const { reject } of queue.splice(0)) reject(error);
      }
    }
    running = null;
    onIdle?.();
  };

  const run = async (batch: readonly Job<Item, Result>[]): Promise<void> => {
    try {
      const results = await carryOut(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (batch.length > 1 && splitsOn(error)) for (const job of batch) await run([job]);
      else for (const { reject } of batch) reject(error);
    }
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        running ??= runAll();
      }),
    async idle() {
      await running;
    },
  };
};

/** A schedule that waits before each batch, so that items about to arrive join it. */
export const gathering =
  (wait: () => Promise<unknown>) =>
  async (run: () => Promise<void>): Promise<void> => {
    await wait();
    await run();
  };

/** Items that arrive in this turn of the event loop join the batch. */
export const nextTurn = gathering(() => new Promise(setImmediate));
