// How attempts end, for tests that make none.

import type { Outcome } from '../../src/domain/webhooks/outcome.ts';

export const answered = (
  status: number,
  retryAfter: string | null = null,
): Outcome & { stage: 'after' } => ({
  stage: 'after',
  status,
  retryAfter,
  extracto: '',
  durationMs: 3,
});

export const timedOut = (): Outcome => ({
  stage: 'during',
  blame: 'theirs',
  fallo: 'plazo',
  status: null,
  durationMs: 15_000,
});

/** A failure of our own, for which the receiver is not to blame. */
export const noDns: Outcome = {
  stage: 'before',
  blame: 'ours',
  fallo: 'dns_propio',
  durationMs: 1,
};

/** The receiver closed a kept connection while the request was on its way. */
export const stale: Outcome = {
  stage: 'during',
  blame: 'theirs',
  fallo: 'corte',
  status: null,
  isStale: true,
  durationMs: 1,
};
