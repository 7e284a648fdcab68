import type { ComandoPedido } from '../../src/contract/comandos.ts';
import type { AnswerLine } from '../../test/support/service.ts';

/** One sending of a command. Ticks order the actions and observations of this process. */
interface Attempt {
  sentTick: number;
  answeredTick: number | null;
  answer: AnswerLine | null;
}

/** An order as its sender knows it. Its id is null until the sender chooses or learns it. */
export interface OrderRef {
  pedidoId: string | null;
  /** One of its commands was not answered or was turned away, so that later ones may be refused. */
  troubled: boolean;
}

export interface SentCommand {
  /** The command's number, which it carries in `detalle` so that the history identifies it. */
  n: number;
  comando: ComandoPedido;
  order: OrderRef;
  attempts: Attempt[];
}

/**
 * - `done`: it was acknowledged, and must be there.
 * - `refused`: every answer was a refusal, and it must not be there.
 * - `unknown`: an answer is missing. It may be there or not, but wholly or not at all.
 */
type CommandOutcome = 'done' | 'refused' | 'unknown';

/** Every command that was ever sent, with its answers. */
export interface SentCommands {
  readonly all: readonly SentCommand[];
  readonly problems: readonly string[];
  /** Requests that a process had taken and that failed without an answer. */
  readonly broken: string[];
  /** Answers that turned a request or a command away. */
  readonly refused: string[];
  find(n: number): SentCommand | undefined;
  /** Adds a command; its number determines `detalle` and the key. */
  add(make: (tag: Tag) => ComandoPedido, order: OrderRef): SentCommand;
  attempt(command: SentCommand): Attempt;
  answered(command: SentCommand, attempt: Attempt, answer: AnswerLine): void;
  /** Notes that no answer will come any more. */
  lost(command: SentCommand): void;
  acknowledged(): number;
}

export interface Tag {
  clave: string;
  detalle: { n: number };
}

const UNAVAILABLE = 'no_disponible';

export const makeSentCommands = (): SentCommands => {
  const [all, problems]: [SentCommand[], string[]] = [[], []];
  const [broken, refused]: [string[], string[]] = [[], []];
  let tick = 0;
  const nextTick = (): number => {
    tick += 1;
    return tick;
  };

  return {
    all,
    problems,
    broken,
    refused,
    find: (n) => all[n],
    add(make, order) {
      const n = all.length;
      const comando = make({ clave: `clave-${n}`, detalle: { n } });
      const command: SentCommand = { n, order, comando, attempts: [] };
      all.push(command);
      return command;
    },
    attempt(command) {
      const attempt: Attempt = { sentTick: nextTick(), answeredTick: null, answer: null };
      command.attempts.push(attempt);
      return attempt;
    },
    answered(command, attempt, answer) {
      problems.push(...contradictions(command, attempt, answer));
      attempt.answeredTick = nextTick();
      attempt.answer = answer;
      const { order } = command;
      if (answer.ok) order.pedidoId ??= answer.pedido_id ?? null;
      else if (answer.codigo === UNAVAILABLE) {
        order.troubled = true;
        refused.push(`200 ${UNAVAILABLE}`);
      } else if (!order.troubled) {
        problems.push(`command ${command.n} was refused without a reason: ${answer.error}`);
      }
    },
    lost(command) {
      command.order.troubled = true;
    },
    acknowledged: () => all.filter((command) => outcomeOf(command) === 'done').length,
  };
};

/** Checks that later answers to a key repeat the first one. */
const contradictions = (
  { n, comando, attempts }: SentCommand,
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
  // A refusal is possible if it was sent before the first answer, or while the database was away.
  return sentTick < first.answeredTick || answer.codigo === UNAVAILABLE
    ? []
    : [`command ${n} was done and then refused: ${answer.error}`];
};

/** Whether the command was turned away for now and may be sent again. */
export const isUnavailable = (answer: AnswerLine | null): boolean => answer?.codigo === UNAVAILABLE;

export const outcomeOf = ({ attempts }: SentCommand): CommandOutcome => {
  if (attempts.some(({ answer }) => answer?.ok)) return 'done';
  return attempts.some(({ answer }) => answer === null || isUnavailable(answer))
    ? 'unknown'
    : 'refused';
};
