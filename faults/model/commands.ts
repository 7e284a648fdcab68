import type { Trace } from './restaurant.ts';
import { outcomeOf, type SentCommand, type SentCommands } from './sent-commands.ts';

/** Done commands are in the log, refused ones are not, and the log has them in the order of their answers. */
export const checkCommands = (sent: SentCommands, traces: ReadonlyMap<number, Trace>): string[] => [
  ...sent.all.flatMap((command) => checkCommand(command, traces.get(command.n))),
  ...checkOrderInTime(sent, traces),
];

const checkCommand = (command: SentCommand, trace: Trace | undefined): string[] => {
  const { n, comando, attempts } = command;
  const outcome = outcomeOf(command);
  if (outcome === 'refused') return trace ? [`command ${n} was refused and is there`] : [];
  if (outcome === 'unknown') return [];
  const promises = attempts.flatMap(({ answer }) => (answer?.ok ? [answer] : []));
  // Without an idempotency key, a repetition changes nothing and has no event.
  const promise = promises.find(({ evento_id }) => evento_id) ?? promises[0];
  if (promise === undefined) return [];
  const changesNothing = comando.op !== 'pedido.importar' && !promise.evento_id;
  if (trace === undefined) return changesNothing ? [] : [`LOST: command ${n} (${comando.op})`];
  const isSame =
    changesNothing ||
    (promise.pedido_id === trace.pedidoId &&
      (promise.evento_id ?? null) === (trace.evento?.id ?? null));
  return isSame
    ? []
    : [`command ${n} was answered with ${promise.evento_id} and is ${trace.evento?.id}`];
};

/** A command that was answered before another was sent comes before it in the log. */
const checkOrderInTime = (sent: SentCommands, traces: ReadonlyMap<number, Trace>): string[] => {
  const problems: string[] = [];
  const found = sent.all.flatMap((command) => {
    const evento = traces.get(command.n)?.evento;
    return evento ? [{ command, evento }] : [];
  });
  for (const group of Map.groupBy(found, ({ evento }) => evento.restaurante_id).values()) {
    let earliest = { tick: Number.POSITIVE_INFINITY, n: -1 };
    for (const { command } of group.toSorted((a, b) => b.evento.secuencia - a.evento.secuencia)) {
      const sentTick = command.attempts[0]?.sentTick ?? 0;
      if (sentTick > earliest.tick) {
        problems.push(
          `command ${command.n} was sent after ${earliest.n} was done, and came before it`,
        );
      }
      const done = command.attempts.find(({ answer }) => answer?.ok)?.answeredTick;
      if (done && done < earliest.tick) earliest = { tick: done, n: command.n };
    }
  }
  return problems;
};
