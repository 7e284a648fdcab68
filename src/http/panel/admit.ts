import { secondsUntil } from '../api/limiter.ts';
import type { PanelDeps } from './deps.ts';
import { tooMany } from './errors.ts';

/** Counts a request of a session or a screen; throws when it is one too many. */
export const makeAdmit =
  ({ sessions, clock }: Pick<PanelDeps, 'sessions' | 'clock'>) =>
  async (bucket: string): Promise<void> => {
    const { admitted, resetMs } = await sessions.admit(bucket);
    if (admitted) return;
    const seconds = secondsUntil(resetMs, clock.now());
    throw tooMany(`Demasiadas peticiones. Espera ${seconds} s.`, seconds);
  };
