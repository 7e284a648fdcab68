import { attemptsOf, type DeliveryEvent, eventOf, type Settled } from '../delivery.ts';
import type { OpenRow, PlannedDelivery } from './state.ts';

export const waitingRow = (event: DeliveryEvent, intentos: number): OpenRow => ({
  ...eventOf(event),
  turno: 0,
  intentos,
  fallos: 0,
  proximoMs: null,
});

export const stillOpen = (settled: readonly Settled[], which: 'live' | 'resend'): OpenRow[] =>
  settled
    .filter(({ estado }) => estado === 'pendiente')
    .filter(({ begun }) => (begun.kind === 'resend') === (which === 'resend'))
    .map((each) => ({
      ...eventOf(each.begun),
      turno: 0,
      intentos: attemptsOf(each),
      fallos: each.fallos,
      proximoMs: each.proximoMs,
    }));

/** Makes the first row of each order due now if it has been waiting. Later rows of the order keep waiting. */
export const releaseFirsts = (
  given: readonly OpenRow[],
  nowMs: number,
): { rows: OpenRow[]; released: number[] } => {
  const rows = [...new Map(given.map((row) => [row.secuencia, row])).values()];
  const firsts = new Map<string, OpenRow>();
  for (const row of rows) {
    const known = firsts.get(row.pedidoId);
    if (known === undefined || row.secuencia < known.secuencia) firsts.set(row.pedidoId, row);
  }
  const isReleased = (row: OpenRow) => row.proximoMs === null && firsts.get(row.pedidoId) === row;
  return {
    rows: rows.map((row) => (isReleased(row) ? { ...row, proximoMs: nowMs } : row)),
    released: rows.filter(isReleased).map(({ secuencia }) => secuencia),
  };
};

/** Begins rows that are due, the earliest first. Skips rows of this claim: they are in memory already. */
export const beginDue = (
  rows: readonly OpenRow[],
  kind: 'retry' | 'resend',
  { turno, dueMs, limit }: { turno: number; dueMs: number; limit: number },
): PlannedDelivery[] =>
  rows
    .flatMap((row) => {
      if (row.proximoMs === null || row.proximoMs > dueMs || row.turno === turno) return [];
      const { intentos, fallos, proximoMs } = row;
      const attempt = { kind, intento: intentos + 1, fallos, dueMs: proximoMs };
      return [{ ...eventOf(row), body: null, ...attempt }];
    })
    .sort((a, b) => a.dueMs - b.dueMs || a.secuencia - b.secuencia)
    .slice(0, Math.max(0, limit));
