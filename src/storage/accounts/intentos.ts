import { countIntentos } from '../../domain/sliding-window.ts';
import type { IntentoBucket } from '../port/panel.ts';

/** Counts an attempt in every bucket. The rows are stored only if `waitMs`, the time until all have a free slot, is 0. */
export const takeSlots = (
  buckets: readonly IntentoBucket[],
  /** The moments that each bucket holds, as JSON. */
  stored: readonly (string | undefined)[],
  nowMs: number,
): { waitMs: number; rows: { clave: string; momentos: string; hastaMs: number }[] } => {
  const counted = buckets.map((bucket, i) => ({
    bucket,
    ...countIntentos(JSON.parse(stored[i] ?? '[]') as number[], bucket, nowMs),
  }));
  return {
    waitMs: Math.max(0, ...counted.map(({ waitMs }) => waitMs)),
    rows: counted.map(({ bucket, momentos }) => ({
      clave: bucket.clave,
      momentos: JSON.stringify([...momentos, nowMs]),
      hastaMs: nowMs + bucket.windowMs,
    })),
  };
};
