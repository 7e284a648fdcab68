import type { ComandoPedido } from '../../src/contract/comandos.ts';
import type { AnswerLine } from '../../test/support/service.ts';

/** One time that a command was sent. Ticks order what this process did and saw. */
export interface Attempt {
  sentTick: number;
  answeredTick: number | null;
  answer: AnswerLine | null;
}

/** An order as its sender knows it. The id is null until it is given or told. */
export interface OrderRef {
  pedidoId: string | null;
  /** A command of it went unanswered or was turned away: what came after it may be refused. */
  troubled: boolean;
}

export interface Entry {
  /** Carried by the command in `detalle`, so that the history tells which one it was. */
  n: number;
  comando: ComandoPedido;
  order: OrderRef;
  attempts: Attempt[];
}

/**
 * - `done`: somebody was told so, and it must be there.
 * - `refused`: whoever asked was told no, and it must not be there.
 * - `unknown`: an answer is missing. It may be there or not, but wholly or not at all.
 */
export type Standing = 'done' | 'refused' | 'unknown';

/** Every command that was ever sent, and what was heard of it. */
export interface Ledger {
  readonly entries: readonly Entry[];
  readonly problems: readonly string[];
  find(n: number): Entry | undefined;
  /** Notes a command; what it carries in `detalle` and its key are its number's. */
  note(make: (tag: Tag) => ComandoPedido, order: OrderRef): Entry;
  sent(entry: Entry): Attempt;
  answered(entry: Entry, attempt: Attempt, answer: AnswerLine): void;
  /** Nothing more will be heard of it. */
  lost(entry: Entry): void;
}

export interface Tag {
  clave: string;
  detalle: { n: number };
}

const UNAVAILABLE = 'no_disponible';

export const makeLedger = (): Ledger => {
  const entries: Entry[] = [];
  const problems: string[] = [];
  let tick = 0;
  const nextTick = (): number => {
    tick += 1;
    return tick;
  };

  return {
    entries,
    problems,
    find: (n) => entries[n],
    note(make, order) {
      const n = entries.length;
      const entry: Entry = {
        n,
        order,
        comando: make({ clave: `clave-${n}`, detalle: { n } }),
        attempts: [],
      };
      entries.push(entry);
      return entry;
    },
    sent(entry) {
      const attempt: Attempt = { sentTick: nextTick(), answeredTick: null, answer: null };
      entry.attempts.push(attempt);
      return attempt;
    },
    answered(entry, attempt, answer) {
      problems.push(...contradictions(entry, attempt, answer));
      attempt.answeredTick = nextTick();
      attempt.answer = answer;
      const { order } = entry;
      if (answer.ok) order.pedidoId ??= answer.pedido_id ?? null;
      else if (answer.codigo === UNAVAILABLE) order.troubled = true;
      else if (!order.troubled) {
        problems.push(`command ${entry.n} was refused without a reason: ${answer.error}`);
      }
    },
    lost(entry) {
      entry.order.troubled = true;
    },
  };
};

/** The first answer to a key is the answer for ever. */
const contradictions = (
  { n, comando, attempts }: Entry,
  { sentTick }: Attempt,
  answer: AnswerLine,
): string[] => {
  const first = attempts.find((each) => each.answer?.ok);
  if (comando.clave === undefined || !first?.answer || first.answeredTick === null) return [];
  const { pedido_id, evento_id } = first.answer;
  if (answer.ok) {
    return answer.pedido_id === pedido_id && answer.evento_id === evento_id
      ? []
      : [`command ${n} was answered with ${evento_id} and then with ${answer.evento_id}`];
  }
  // An answer that was under way before may say no, and so may a database that is away.
  return sentTick < first.answeredTick || answer.codigo === UNAVAILABLE
    ? []
    : [`command ${n} was done and then refused: ${answer.error}`];
};

/** Turned away for now: it may be sent again. */
export const isUnavailable = (answer: AnswerLine | null): boolean => answer?.codigo === UNAVAILABLE;

export const standingOf = ({ attempts }: Entry): Standing => {
  if (attempts.some(({ answer }) => answer?.ok)) return 'done';
  return attempts.some(({ answer }) => answer === null || isUnavailable(answer))
    ? 'unknown'
    : 'refused';
};
