import { attemptsOf, type DeliveryEvent, eventOf, type Settled } from '../delivery.ts';
import {
  type LanePlan,
  type LaneState,
  type OpenRow,
  type PlannedDelivery,
  RESEND_WINDOW,
  type ResendEvent,
  type ResendRows,
} from './state.ts';

export const waitingRow = (event: DeliveryEvent, intentos: number): OpenRow => ({
  ...eventOf(event),
  fence: 0,
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
      fence: 0,
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
  { fence, dueMs, limit }: { fence: number; dueMs: number; limit: number },
): PlannedDelivery[] =>
  rows
    .flatMap((row) => {
      if (row.proximoMs === null || row.proximoMs > dueMs || row.fence === fence) return [];
      const { intentos, fallos, proximoMs } = row;
      const attempt = { kind, intento: intentos + 1, fallos, dueMs: proximoMs };
      return [{ ...eventOf(row), body: null, ...attempt }];
    })
    .sort((a, b) => a.dueMs - b.dueMs || a.secuencia - b.secuencia)
    .slice(0, Math.max(0, limit));

type ResendPlan = Pick<LanePlan, 'opened' | 'reopened' | 'dueNow' | 'begun' | 'resend'>;

const NOTHING: ResendPlan = { opened: [], reopened: [], dueNow: [], begun: [], resend: null };

/** Re-sends of an order keep their sequence among themselves; live deliveries do not wait for them. */
export const planResends = (
  { fence, tipos, cursor }: LaneState,
  settled: readonly Settled[],
  { open, current, events }: ResendRows,
  { limit, nowMs }: { limit: number; nowMs: number },
): ResendPlan => {
  if (open.length === 0 && current === null) return NOTHING;
  const outcomes = new Map(settled.map((each) => [each.begun.secuencia, each]));
  const stored = open.filter(({ secuencia }) => !outcomes.has(secuencia));
  const known = [...stored, ...stillOpen(settled, 'resend')];
  const free = limit > 0 && current !== null ? Math.max(0, RESEND_WINDOW - known.length) : 0;
  const next = events.slice(0, free).map((event) => afterOutcome(event, outcomes));
  const subscribed = next.filter(({ tipo }) => tipos.includes(tipo));

  // After the cursor, an event without a row is in a holder's memory, or was in a dead one's: it is owed anyway.
  const unknown = subscribed.filter(({ row, secuencia }) => row === null && secuencia <= cursor);
  const ended = subscribed.filter(({ row }) => row !== null && row.estado !== 'pendiente');
  // These are owed anyway: they are not counted again, but their next attempt is due now.
  const owedLater = subscribed.filter(
    ({ row }) => row?.estado === 'pendiente' && (row.proximoMs ?? 0) > nowMs,
  );
  const added = [...unknown, ...ended].map((event) => waitingRow(event, event.row?.intentos ?? 0));
  const { rows, released } = releaseFirsts([...known, ...added], nowMs);
  const reenvioId = current?.id ?? null;
  return {
    opened: unknown.map((event) => ({ ...eventOf(event), intentos: 0, reenvioId })),
    reopened: ended.map(({ secuencia }) => secuencia),
    dueNow: [...released, ...owedLater.map(({ secuencia }) => secuencia)],
    begun: beginDue(rows, 'resend', { fence, dueMs: nowMs, limit }),
    resend:
      current === null || free === 0
        ? null
        : {
            id: current.id,
            posicion: (next.length < free ? null : next.at(-1)?.secuencia) ?? current.hasta,
            opened: added.length,
          },
  };
};

/** The event, with its row as it will be once this step's outcomes are stored. */
const afterOutcome = (event: ResendEvent, outcomes: ReadonlyMap<number, Settled>): ResendEvent => {
  const outcome = outcomes.get(event.secuencia);
  if (outcome === undefined) return event;
  const { estado, proximoMs } = outcome;
  return { ...event, row: { estado, proximoMs, intentos: attemptsOf(outcome) } };
};
