import type { Insert, Request, Value, Work } from '../../../database.ts';
import { LOCK_HEAD, WRITE_HEAD } from '../../../log/head.ts';
import { arraysOf } from '../driver/arrays-of-rows.ts';
import { answerTo } from '../driver/database.ts';
import type { Transaction } from '../driver/transaction.ts';
import { CALL_READ, CALL_WRITE, LOOKUPS, SINGLE_ROWS_MAX, TARGETS } from './functions.ts';

type Found = Record<string, object[]> & { head?: object };

const isRead = (asked: Request): boolean =>
  asked.kind === 'lookup'
    ? LOOKUPS.includes(asked.query)
    : asked.kind === 'rows' && asked.sql === LOCK_HEAD;

const isSmall = ({ into, rows }: Insert): boolean =>
  rows.length <= SINGLE_ROWS_MAX && TARGETS.includes(into);

/** Answers some reads, each kind at most once, with one call. */
const read = async (
  transaction: Transaction,
  restauranteId: string,
  asked: readonly Request[],
): Promise<object[][]> => {
  const keys = LOOKUPS.flatMap((query) => {
    const given = asked.find((each) => each.kind === 'lookup' && each.query === query);
    if (given?.kind === 'lookup') return arraysOf(query.key, given.keys);
    return Object.keys(query.key).map(() => null);
  });
  const locks = asked.some(({ kind }) => kind === 'rows');
  const values = [restauranteId, locks, ...keys];
  const [row] = await transaction.rows<{ found: Found }>(CALL_READ, values);
  const found = row?.found ?? {};
  return asked.map((each) => {
    if (each.kind === 'lookup') return found[LOOKUPS.indexOf(each.query)] ?? [];
    return found.head ? [found.head] : [];
  });
};

/**
 * Carries out a batch: what it reads together in one call, and its few rows of each table in another, at its end. Other
 * statements that nobody waits for follow: they insert many rows, or delete what no longer counts.
 */
export const carryOutBatch = async <T>(
  transaction: Transaction,
  restauranteId: string,
  steps: Work<T>,
): Promise<T> => {
  const rows = new Map<Insert['into'], Insert['rows']>();
  const later: Request[] = [];
  let head: readonly Value[] | null = null;

  const answer = (asked: Request): unknown => {
    if (asked.kind === 'insert' && isSmall(asked)) rows.set(asked.into, asked.rows);
    else if (asked.kind === 'send' && asked.sql === WRITE_HEAD) head = asked.values;
    else if (asked.kind === 'send' || asked.kind === 'insert') later.push(asked);
    else return answerTo(transaction, asked);
    return undefined;
  };
  let step = steps.next();
  while (!step.done) {
    const asked = step.value;
    const requests = asked.kind === 'together' ? asked.requests : [asked];
    const reads = requests.filter(isRead);
    // First, because the other reads must not see less than the lock.
    const reading = reads.length === 0 ? [] : read(transaction, restauranteId, reads);
    const others = requests.map((each) => (isRead(each) ? null : answer(each)));
    const [found, answered] = await Promise.all([reading, Promise.all(others)]);
    const answers = requests.map((each, i) =>
      isRead(each) ? found[reads.indexOf(each)] : answered[i],
    );
    step = steps.next(asked.kind === 'together' ? answers : answers[0]);
  }
  if (head !== null) {
    const arrays = TARGETS.flatMap(({ columns }, i) => {
      const given = rows.get(TARGETS[i] as Insert['into']);
      return given === undefined ? Object.keys(columns).map(() => null) : arraysOf(columns, given);
    });
    transaction.send(CALL_WRITE, [...(head as readonly Value[]), ...arrays]);
  }
  for (const each of later) void answerTo(transaction, each);
  return step.value;
};
