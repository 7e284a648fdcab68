import type { Dia } from './dias.ts';
import type { ClienteDelta } from './resumen.ts';

/**
 * How many different clients ordered in a window, at the cost of its days and not of its orders.
 *
 * Each client's orders are counted per day. Each day has two counts: all its clients (`clientes`), and the
 * clients who have not ordered since (`ultimos`). Every client has exactly one last day, so the sum of `ultimos`
 * over a window that reaches the present is the number of different clients in it.
 */
export interface ClientDay {
  cliente: string;
  dia: Dia;
  pedidos: number;
}

interface ClientDayChanges {
  /** New values of the per-client days; the row of a zero is deleted. */
  rows: ClientDay[];
  dias: Map<Dia, { clientes: number; ultimos: number }>;
}

export const firstChangedDays = (deltas: Iterable<ClienteDelta>): Map<string, Dia> => {
  const first = new Map<string, Dia>();
  for (const { cliente, dia, pedidos } of deltas) {
    if (pedidos === 0) continue;
    const known = first.get(cliente);
    if (known === undefined || dia < known) first.set(cliente, dia);
  }
  return first;
};

/** `known` holds each client's days from the earliest changed one on, and the latest day before it. */
export const updateClientDays = (
  deltas: Iterable<ClienteDelta>,
  known: Iterable<ClientDay>,
): ClientDayChanges => {
  const visits = new Map<string, Map<Dia, number>>();
  const daysOf = (cliente: string) => visits.getOrInsertComputed(cliente, () => new Map());
  for (const { cliente, dia, pedidos } of known) daysOf(cliente).set(dia, pedidos);

  const shift: ClientDayChanges = { rows: [], dias: new Map() };
  const add = (dia: Dia, field: 'clientes' | 'ultimos', amount: number) => {
    shift.dias.getOrInsertComputed(dia, () => ({ clientes: 0, ultimos: 0 }))[field] += amount;
  };
  for (const { cliente, dia, pedidos } of deltas) {
    if (pedidos === 0) continue;
    const days = daysOf(cliente);
    const lastBefore = lastDay(days);
    const before = days.get(dia) ?? 0;
    const after = before + pedidos;
    if (after > 0) days.set(dia, after);
    else days.delete(dia);
    shift.rows.push({ cliente, dia, pedidos: Math.max(0, after) });
    if (before <= 0 !== after <= 0) add(dia, 'clientes', after > 0 ? 1 : -1);
    const lastAfter = lastDay(days);
    if (lastBefore === lastAfter) continue;
    if (lastBefore !== null) add(lastBefore, 'ultimos', -1);
    if (lastAfter !== null) add(lastAfter, 'ultimos', 1);
  }
  return shift;
};

const lastDay = (days: ReadonlyMap<Dia, number>): Dia | null => {
  let last: Dia | null = null;
  for (const dia of days.keys()) if (last === null || dia > last) last = dia;
  return last;
};
