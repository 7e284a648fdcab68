import { Failure } from '@comanda/command-line';
import type { Clock } from '../clock.ts';
import { EXIT } from '../errors.ts';
import type { Mirror } from './mirror.ts';
import { noRows, type SourceOrder, type TableRows } from './rows/pedido-rows.ts';
import type { Source } from './source/source.ts';
import { type State, startOver } from './state.ts';

/** Large enough that a commit costs little, small enough to be redone. */
const BATCH_ORDERS = 2_000;
const BATCH_CHARS_MAX = 8 * 1_024 * 1_024;
/** How often a checkpoint is taken; each costs a request of the key's sixty a minute. */
const CHECKPOINT_EVERY_MS = 2_000;

interface CopyDeps {
  source: Pick<Source, 'export' | 'head' | 'holds'>;
  mirror: Mirror;
  clock: Clock;
  /** Whether the key is known to be of the mirror's restaurant before any order was read. */
  isOwnerKnown: boolean;
  /** So many more orders are in the mirror now. */
  onCopied(orders: number): void;
}

/**
 * Reads all orders in ascending order and replaces the mirror's range by range: the mirror stays usable, a stopped
 * copy resumes, and orders that the source no longer has disappear. Returns the state from which changes are followed.
 */
export const copyOrders = async (deps: CopyDeps, before: State): Promise<State> => {
  const { source, mirror, clock, isOwnerKnown, onCopied } = deps;
  let state = before;
  if (state.testigo !== null && !(await source.holds(state.testigo))) state = startOver(state);
  const { position, orders } = await source.export(state.orden);
  // The first answer's position: it is older than every order that is read.
  if (state.orden === '') state = { ...state, posicion: position };
  let reached = state.orden;
  const isReplaced = await mirror.hasOrdersAfter(reached);
  let checkpointMs = clock.monotonic();
  const write = async ({ orders: batch, rows }: Batch): Promise<void> => {
    const last = batch.at(-1)?.pedido.id;
    if (last === undefined) return;
    state = { ...state, restauranteId: ownerOf(batch, state) };
    if (clock.monotonic() - checkpointMs >= CHECKPOINT_EVERY_MS) {
      checkpointMs = clock.monotonic();
      state = { ...state, orden: last, testigo: await source.head() };
    }
    await mirror.replaceRange(rows, isReplaced ? { after: reached, upTo: last } : null, state);
    reached = last;
    onCopied(batch.length);
  };

  const addRows = (chunk: readonly SourceOrder[], rows: TableRows) =>
    mirror.toRows(chunk, before, rows);
  const all = allOrders(source, { after: reached, answer: orders });
  for await (const batch of inBatches(all, addRows)) await write(batch);
  if (reached === '' && isReplaced && !isOwnerKnown) throw readsNothing(state);
  const testigo = await source.head();
  const end: State = {
    ...state,
    fase: 'eventos',
    orden: '',
    // The log had no event when the copy ended: following begins at its very start.
    posicion: testigo === null ? '' : state.posicion,
    testigo: testigo === state.posicion ? null : testigo,
  };
  await mirror.replaceRange(new Map(), { after: reached, upTo: null }, end);
  return end;
};

/** The mirror's restaurant. Fails on orders of another one, which would replace those that are there. */
export const ownerOf = (batch: readonly SourceOrder[], { restauranteId }: State): string | null => {
  for (const { pedido } of batch) checkOwner(restauranteId, pedido.restaurante.id);
  return restauranteId ?? batch[0]?.pedido.restaurante.id ?? null;
};

export const checkOwner = (known: string | null, found: string): void => {
  if (known === null || known === found) return;
  throw new Failure(
    `the mirror belongs to ${known}, the key to ${found}: use a separate database or schema for each restaurant`,
    { code: EXIT.target },
  );
};

/** Without orders nothing tells whose key it is: the key of a new restaurant would empty another one's mirror. */
const readsNothing = ({ restauranteId }: State): Failure =>
  new Failure(
    `the key finds no orders, but the mirror has those of ${restauranteId}: use a separate database or schema for each restaurant`,
    { code: EXIT.target },
  );

/**
 * All orders after an id, `answer` first. Some proxies end a broken answer as if it were whole (Caddy 2.6, HAProxy 2.6
 * over HTTP/2): only two empty answers in a row prove that this was all.
 */
export async function* allOrders(
  source: Pick<Source, 'export'>,
  { after, answer }: { after: string; answer: AsyncGenerator<SourceOrder[]> },
): AsyncGenerator<SourceOrder[]> {
  let reached = after;
  for (let orders = answer, wasEmpty = false; ; ) {
    const from = reached;
    for await (const chunk of orders) {
      reached = chunk.at(-1)?.pedido.id ?? reached;
      yield chunk;
    }
    if (wasEmpty && reached === from) return;
    wasEmpty = reached === from;
    orders = (await source.export(reached)).orders;
  }
}

interface Batch {
  readonly orders: readonly SourceOrder[];
  readonly rows: TableRows;
}

/** One batch is read, parsed and made into rows while the one before it is written or compared. */
export async function* inBatches(
  chunks: AsyncGenerator<SourceOrder[]>,
  addRows: (chunk: readonly SourceOrder[], rows: TableRows) => void,
): AsyncGenerator<Batch> {
  const read = async (): Promise<Batch> => {
    const orders: SourceOrder[] = [];
    const rows = noRows();
    for (let chars = 0; orders.length < BATCH_ORDERS && chars < BATCH_CHARS_MAX; ) {
      const { done, value } = await chunks.next();
      if (done) break;
      // Chunk by chunk, so that the event loop can go on sending the batch that is being written.
      addRows(value, rows);
      for (const order of value) {
        orders.push(order);
        chars += order.text.length;
      }
    }
    return { orders, rows };
  };
  try {
    let next = read();
    while (true) {
      const batch = await next;
      if (batch.orders.length === 0) return;
      next = read();
      // Marks a rejection as handled: it is thrown at the `await`, after the batch before is written.
      next.catch(() => undefined);
      yield batch;
    }
  } finally {
    await chunks.return(undefined).catch(() => undefined);
  }
}
