import { type Entry, type Ledger, standingOf } from './ledger.ts';
import type { Trace } from './restaurant.ts';

/** What was promised is there, what was refused is not, and nothing came before what it followed. */
export const checkCommands = (ledger: Ledger, traces: ReadonlyMap<number, Trace>): string[] => [
  ...ledger.entries.flatMap((entry) => checkCommand(entry, traces.get(entry.n))),
  ...checkOrderInTime(ledger, traces),
];

const checkCommand = (entry: Entry, trace: Trace | undefined): string[] => {
  const { n, comando, attempts } = entry;
  const standing = standingOf(entry);
  if (standing === 'refused') return trace ? [`command ${n} was refused and is there`] : [];
  if (standing === 'unknown') return [];
  const promises = attempts.flatMap(({ answer }) => (answer?.ok ? [answer] : []));
  // Without a key, a second time changes nothing and has no event.
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

/** Of two commands of a restaurant, one of which was answered before the other was sent. */
const checkOrderInTime = (ledger: Ledger, traces: ReadonlyMap<number, Trace>): string[] => {
  const problems: string[] = [];
  const found = ledger.entries.flatMap((entry) => {
    const evento = traces.get(entry.n)?.evento;
    return evento ? [{ entry, evento }] : [];
  });
  for (const group of Map.groupBy(found, ({ evento }) => evento.restaurante_id).values()) {
    let earliest = { tick: Number.POSITIVE_INFINITY, n: -1 };
    for (const { entry } of group.toSorted((a, b) => b.evento.secuencia - a.evento.secuencia)) {
      const sent = entry.attempts[0]?.sentTick ?? 0;
      if (sent > earliest.tick) {
        problems.push(
          `command ${entry.n} was sent after ${earliest.n} was done, and came before it`,
        );
      }
      const done = entry.attempts.find(({ answer }) => answer?.ok)?.answeredTick;
      if (done && done < earliest.tick) earliest = { tick: done, n: entry.n };
    }
  }
  return problems;
};
