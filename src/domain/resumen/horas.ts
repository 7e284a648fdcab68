/** What was sold in a stretch of time that lies within one hour of every zone. */
export interface Tramo {
  inicioMs: number;
  pedidos: number;
  ventasCents: number;
}

export interface HoraTotals {
  pedidos: number;
  ventasCents: number;
}

const HOURS = 24;

/** An hour that the clocks skip stays empty, and one that they repeat holds both. */
export const byLocalHour = (tramos: readonly Tramo[], zone: string): HoraTotals[] => {
  const hours = Array.from({ length: HOURS }, () => ({ pedidos: 0, ventasCents: 0 }));
  for (const { inicioMs, pedidos, ventasCents } of tramos) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(inicioMs).toZonedDateTimeISO(zone);
    const hour = hours[zoned.hour];
    if (hour === undefined) continue;
    hour.pedidos += pedidos;
    hour.ventasCents += ventasCents;
  }
  return hours;
};

/** Today and yesterday as the restaurant's clock has them, with yesterday's moment like this one. */
export const todayAndYesterday = (zone: string, nowMs: number) => {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  const today = now.toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  const start = (date: Temporal.PlainDate): number => date.toZonedDateTime(zone).epochMilliseconds;
  return {
    today: today.toString(),
    yesterday: yesterday.toString(),
    startMs: start(today),
    endMs: start(today.add({ days: 1 })),
    yesterdayStartMs: start(yesterday),
    yesterdayNowMs: Math.min(now.subtract({ days: 1 }).epochMilliseconds, start(today)),
  };
};

export const daysUpTo = (day: string, count: number): string[] => {
  const last = Temporal.PlainDate.from(day);
  return Array.from({ length: count }, (_, i) => last.subtract({ days: count - 1 - i }).toString());
};
