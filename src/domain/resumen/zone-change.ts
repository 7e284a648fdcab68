import { RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
import { type Dia, startOfDayMs, zonedAt } from './dias.ts';

/** Twice the longest window of a summary. Earlier days keep the figures of the old time zone. */
const REBUILD_DAYS = 2 * RANGO_DIAS_MAX;

/** The day from which the summary must be rebuilt when the time zone changes. */
export const rebuildStart = (zone: string, now: number): { dia: Dia; ms: number } => {
  const today = zonedAt(now, zone).toPlainDate();
  const first = today.subtract({ days: REBUILD_DAYS });
  return { dia: first.toString(), ms: startOfDayMs(first, zone) };
};
