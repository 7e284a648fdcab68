import type { Zona, ZonaDraft } from '../contract/recursos/zona.ts';
import type { MintId } from '../domain/ids.ts';

/** Delivery zones with their ids: those given are kept. */
export const completeZonas = (
  zonas: readonly ZonaDraft[],
  { mintId, now }: { mintId: MintId; now: number },
): Zona[] => zonas.map(({ id = mintId('zona', now), ...zona }) => ({ id, ...zona }));
