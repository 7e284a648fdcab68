import { isDeepStrictEqual } from 'node:util';
import { type Evento, IMPORTADO } from '../../src/contract/recursos/evento.ts';
import type { Arrival, Hook } from '../clients/hook.ts';
import type { Listener } from '../clients/listener.ts';

/** The events after a position that a subscriber to these types must get. */
export const owed = (
  log: readonly Evento[],
  from: number,
  tipos: readonly string[] | null,
): Evento[] =>
  log.filter(
    ({ secuencia, tipo }) =>
      secuencia > from && (tipos === null ? tipo !== IMPORTADO : tipos.includes(tipo)),
  );

/** A listener receives every event once, in order and with the log's content. */
export const checkListener = (listener: Listener, log: readonly Evento[]): string[] => {
  const { name, tipos, problems } = listener;
  const from = listener.from();
  if (from === null) return [`${name} was never connected`];
  const expected = owed(log, from, tipos);
  const received = listener.received();
  const [want, got] = [expected.map(idOf), received.map(idOf)];
  const found: string[] = [...problems];
  if (!isDeepStrictEqual(got, want)) {
    const missed = want.filter((id) => !got.includes(id));
    const twice = got.length - new Set(got).size;
    found.push(
      `${name} received ${got.length} of ${want.length} events: ${missed.length} missed (${missed[0]}), ${twice} twice`,
    );
  } else if (!isDeepStrictEqual(received, expected)) {
    found.push(`${name} received events that differ from the log's`);
  }
  return found;
};

/**
 * A webhook gets every event; again only with the same id and bytes, a higher number, and never two at
 * once. The number may be the same after a crash of the database, which need not remember the attempt.
 */
export const checkHook = (hook: Hook, log: readonly Evento[], mayForget = false): string[] => {
  const { name, tipos, from } = hook;
  const arrivals = hook.arrivals();
  const expected = owed(log, from, tipos);
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  const problems: string[] = [];
  for (const evento of expected) {
    const attempts = byId.get(evento.id);
    if (attempts === undefined) problems.push(`LOST: ${name} never got ${evento.id}`);
    else problems.push(...checkAttempts(name, evento, attempts, mayForget));
    byId.delete(evento.id);
  }
  for (const id of byId.keys()) problems.push(`${name} got ${id}, which was not for it`);
  return [...problems, ...checkSequence(name, arrivals)];
};

const checkAttempts = (
  name: string,
  evento: Evento,
  attempts: readonly Arrival[],
  mayForget: boolean,
): string[] => {
  const isRight = attempts.every(
    (each) =>
      each.isSigned &&
      each.tipo === evento.tipo &&
      each.body === attempts[0]?.body &&
      isDeepStrictEqual(each.evento, evento),
  );
  const numbers = attempts.map(({ intento }) => intento);
  const isRising = numbers.every((intento, i) => {
    const last = numbers[i - 1] ?? 0;
    return intento > last || (mayForget && intento === last);
  });
  return [
    ...(isRight ? [] : [`${name} got ${evento.id} with other bytes, or badly signed`]),
    ...(isRising ? [] : [`${name} got ${evento.id} as attempts ${numbers.join(', ')}`]),
    ...(attempts.some(({ overlaps }) => overlaps)
      ? [`two sent ${evento.id} to ${name} at once`]
      : []),
  ];
};

/** First attempts at an order's events come in sequence. */
const checkSequence = (name: string, arrivals: readonly Arrival[]): string[] => {
  const problems: string[] = [];
  const seen = new Set<string>();
  const last = new Map<string, number>();
  for (const { id, evento } of arrivals) {
    if (seen.has(id)) continue;
    seen.add(id);
    const pedidoId = evento.datos.pedido.id;
    if (evento.secuencia < (last.get(pedidoId) ?? 0)) {
      problems.push(`${name} got ${id} after a later event of ${pedidoId}`);
    }
    last.set(pedidoId, evento.secuencia);
  }
  return problems;
};

const idOf = ({ id }: Evento): string => id;
