import { MINUTE_MS } from '../domain/time.ts';
import type { Source } from '../health/source.ts';
import type { EnvioStore } from '../storage/port/deliveries/envios.ts';

/** A delivery whose last run did not arrive: until one does, or it is paused or deleted. */
export const makeDeliverySource = ({ failing }: Pick<EnvioStore, 'failing'>): Source => ({
  tipos: ['envio_fallido'],
  everyMs: MINUTE_MS / 6,
  async signals() {
    return (await failing()).map(({ restauranteId, envioId, nombre, periodo, fallo }) => ({
      ...{ tipo: 'envio_fallido' as const, restauranteId, objeto: envioId, nombre },
      detalle: { periodo, fallo },
    }));
  },
});
