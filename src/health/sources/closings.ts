import { SECOND_MS } from '../../domain/time.ts';
import type { ClosingStore } from '../../storage/port/cierres.ts';
import type { Source } from '../source.ts';

/** Closed months that no longer hold, until they hold again or are closed again. */
export const makeClosingSource = (store: Pick<ClosingStore, 'moved'>): Source => ({
  tipos: ['mes_cambiado'],
  everyMs: SECOND_MS,
  async signals() {
    const moved = await store.moved();
    return moved.map(({ restauranteId, id, mes, cambios }) => ({
      ...{ tipo: 'mes_cambiado', restauranteId, objeto: id, nombre: mes },
      detalle: { pedidos: cambios },
    }));
  },
});
