import { DAY_MS } from '../time.ts';
import { withJitter } from './retry.ts';

/** The health of an endpoint. Stored with the webhook, so that the next holder of its lane knows it. */
export interface Salud {
  fallosSeguidos: number;
  /** The time of the first failure, or of the first pause asked for, since the last success. */
  failingSinceMs: number | null;
  pausedUntilMs: number;
  /** While the circuit breaker is open, when the next probe may be sent. */
  probeMs: number;
}

export const HEALTHY: Salud = {
  fallosSeguidos: 0,
  failingSinceMs: null,
  pausedUntilMs: 0,
  probeMs: 0,
};

/** Failures in a row that open the circuit breaker. From then on, only one probe at a time is sent. */
export const BREAKER_FAILURES = 5;
const PROBE_MIN_MS = 30_000;
const PROBE_MAX_MS = 5 * 60_000;

/** A webhook is turned off after this long without a success, despite attempts. */
export const HOPELESS_MS = 5 * DAY_MS;

export const isBroken = ({ fallosSeguidos }: Salud): boolean => fallosSeguidos >= BREAKER_FAILURES;

/** A webhook that is turned on again starts with an open breaker, and its probe is due at once. */
export const PROVING: Salud = { ...HEALTHY, fallosSeguidos: BREAKER_FAILURES };

/** The pause that another answer has asked for stays: the successful attempt may have been sent before it. */
export const afterSuccess = ({ pausedUntilMs }: Salud): Salud => ({ ...HEALTHY, pausedUntilMs });

/** The attempt was sent before the breaker opened: sixteen in flight that fail with one broken line are not sixteen failed probes. */
export const isOldNews = (salud: Salud, sentMs: number): boolean =>
  isBroken(salud) && sentMs < salud.probeMs;

export const afterFailure = (salud: Salud, nowMs: number, random: number): Salud => {
  const fallosSeguidos = salud.fallosSeguidos + 1;
  const beyond = Math.max(0, fallosSeguidos - BREAKER_FAILURES);
  const waitMs = Math.min(PROBE_MIN_MS * 2 ** Math.min(beyond, 10), PROBE_MAX_MS);
  return {
    fallosSeguidos,
    failingSinceMs: salud.failingSinceMs ?? nowMs,
    pausedUntilMs: salud.pausedUntilMs,
    probeMs: nowMs + withJitter(waitMs, random),
  };
};

export const afterPause = (salud: Salud, untilMs: number, nowMs: number): Salud => ({
  ...salud,
  failingSinceMs: salud.failingSinceMs ?? nowMs,
  pausedUntilMs: Math.max(salud.pausedUntilMs, untilMs),
});

export const isHopeless = ({ failingSinceMs }: Salud, nowMs: number): boolean =>
  failingSinceMs !== null && nowMs - failingSinceMs >= HOPELESS_MS;
