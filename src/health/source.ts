import type { TipoCondicion } from '../contract/avisos/condicion.ts';
import type { Signal } from '../domain/health/signals.ts';
import type { Condition } from '../storage/port/notices/health.ts';

/**
 * Knows all conditions of some kinds. Any room may give one to `makeHealth`, from facts that it stored: a condition is open for as
 * long as its signal comes.
 */
export interface Source {
  tipos: readonly TipoCondicion[];
  everyMs: number;
  /** `open`: the conditions of these kinds that are open. Null: not known now, and nothing begins or ends. */
  signals(nowMs: number, open: readonly Condition[]): Promise<Signal[] | null>;
}
