import { DAY_MS } from '../time.ts';
import { withJitter } from './retry.ts';

/** The health of an endpoint. Stored with the webhook, so that the next holder of its lane knows it. */
export interface Salud {
  fallosSeguidos: number;
  /** The first of them, or of the pauses asked for since. */
  sinExitoDesdeMs: number | null;
  pausaHastaMs: number;
  /** While the breaker is open: when the next probe may be sent. */
  sondaMs: number;
}

export const HEALTHY: Salud = {
  fallosSeguidos: 0,
  sinExitoDesdeMs: null,
  pausaHastaMs: 0,
  sondaMs: 0,
};

/** So many failures in a row open the circuit breaker: then one probe at a time. */
export const BREAKER_FAILURES = 5;
const PROBE_MIN_MS = 30_000;
const PROBE_MAX_MS = 5 * 60_000;

/** So long without a success, despite attempts, turns a webhook off. */
export const HOPELESS_MS = 5 * DAY_MS;

export const isBroken = ({ fallosSeguidos }: Salud): boolean => fallosSeguidos >= BREAKER_FAILURES;

/** A webhook that is turned on again starts with an open breaker, and its probe is due at once. */
export const PROVING: Salud = { ...HEALTHY, fallosSeguidos: BREAKER_FAILURES };

/** A pause that one answer asked for holds, although an attempt sent before succeeded. */
export const afterSuccess = ({ pausaHastaMs }: Salud): Salud => ({ ...HEALTHY, pausaHastaMs });

/** Sixteen attempts in flight that fail with one broken line are one failure, not sixteen failed probes. */
export const isOldNews = (salud: Salud, sentMs: number): boolean =>
  isBroken(salud) && sentMs < salud.sondaMs;

export const afterFailure = (salud: Salud, nowMs: number, random: number): Salud => {
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
