import type { Clock } from '../../clock.ts';
import { type Limiter, secondsUntil } from '../api/limiter.ts';
import { PanelError } from './errors.ts';

/** Counts a request of a session or a screen; throws when it is one too many. */
export type Admit = (bucket: string) => Promise<void>;

export const makeAdmit =
  (sessions: Pick<Limiter, 'admit'>, clock: Pick<Clock, 'now'>): Admit =>
  async (bucket) => {
    const { admitted, resetMs } = await sessions.admit(bucket);
    if (!admitted) throw tooFast(secondsUntil(resetMs, clock.now()));
  };

const tooFast = (seconds: number): PanelError =>
  new PanelError('limite_alcanzado', `Demasiadas peticiones. Espera ${seconds} s.`, {
    headers: ['Retry-After', String(seconds)],
  });
