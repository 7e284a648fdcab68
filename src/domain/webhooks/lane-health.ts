import { DAY_MS } from '../time.ts';
import { withJitter } from './retry.ts';

/** How an endpoint has been doing. Kept with the webhook, so that the next sender knows too. */
export interface Salud {
  /** Failures since the last success, of whichever deliveries. */
  fallosSeguidos: number;
  /** The first of them, or of the pauses asked for since. */
  sinExitoDesdeMs: number | null;
  /** The endpoint asked not to be called before this. */
  pausaHastaMs: number;
  /** While the breaker is open: when what waits may knock again. */
  sondaMs: number;
}

export const HEALTHY: Salud = {
  fallosSeguidos: 0,
  sinExitoDesdeMs: null,
  pausaHastaMs: 0,
  sondaMs: 0,
};

/** From so many failures in a row on, nothing new is begun: one attempt at a time, then we shall see. */
export const BREAKER_FAILURES = 5;
const PROBE_MIN_MS = 30_000;
const PROBE_MAX_MS = 5 * 60_000;

/** So long without one success, although it was tried, turns a webhook off. */
export const HOPELESS_MS = 5 * DAY_MS;

export const isBroken = ({ fallosSeguidos }: Salud): boolean => fallosSeguidos >= BREAKER_FAILURES;

/** A webhook that is turned on again must first prove itself: as after a failure, but at once. */
export const PROVING: Salud = { ...HEALTHY, fallosSeguidos: BREAKER_FAILURES };

/** A pause that was asked for by one answer holds although another, sent before, went well. */
export const afterSuccess = ({ pausaHastaMs }: Salud): Salud => ({ ...HEALTHY, pausaHastaMs });

/**
 * Whether an attempt was under way when the breaker opened, since none begins before the probe. Its
 * failure is the same news once more: sixteen that one cut line took down are not sixteen probes.
 */
export const isOldNews = (salud: Salud, sentMs: number): boolean =>
  isBroken(salud) && sentMs < salud.sondaMs;

export const afterFailure = (salud: Salud, nowMs: number, random: () => number): Salud => {
  const fallosSeguidos = salud.fallosSeguidos + 1;
  const beyond = Math.max(0, fallosSeguidos - BREAKER_FAILURES);
  const waitMs = Math.min(PROBE_MIN_MS * 2 ** Math.min(beyond, 10), PROBE_MAX_MS);
  return {
    fallosSeguidos,
    sinExitoDesdeMs: salud.sinExitoDesdeMs ?? nowMs,
    pausaHastaMs: salud.pausaHastaMs,
    sondaMs: nowMs + withJitter(waitMs, random),
  };
};

export const afterPause = (salud: Salud, untilMs: number, nowMs: number): Salud => ({
  ...salud,
  sinExitoDesdeMs: salud.sinExitoDesdeMs ?? nowMs,
  pausaHastaMs: Math.max(salud.pausaHastaMs, untilMs),
});

export const isHopeless = ({ sinExitoDesdeMs }: Salud, nowMs: number): boolean =>
  sinExitoDesdeMs !== null && nowMs - sinExitoDesdeMs >= HOPELESS_MS;
