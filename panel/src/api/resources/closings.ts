import { useResource } from '../queries.ts';
import type { CambioCierre, Cierre, Lista } from '../wire.ts';

/** No event says that a closed month has changed. */
const CIERRES_MS = 10_000;

export const CAMBIOS_MAX = 200;

export const useCierres = () =>
  useResource<Lista<Cierre>>(['cierres'], { refetchInterval: CIERRES_MS });

export const useCierre = (cierreId: string) =>
  useResource<Cierre>(['cierres', cierreId], { refetchInterval: CIERRES_MS });

export const useCambiosCierre = (cierreId: string, enabled: boolean) =>
  useResource<Lista<CambioCierre>>(['cierres', cierreId, 'cambios', { limite: CAMBIOS_MAX }], {
    refetchInterval: CIERRES_MS,
    enabled,
  });
