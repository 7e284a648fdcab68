import type { Comando, ComandoCuenta } from '../contract/comandos.ts';
import type { Restaurante } from '../contract/recursos/restaurante.ts';
import type { Zona, ZonaDraft } from '../contract/recursos/zona.ts';
import type { MintId } from '../domain/ids.ts';
import { type Refusal, refuse, unknownRestaurant } from '../domain/pedido/refusal.ts';
import { isTimeZone } from '../domain/resumen/dias.ts';
import type { CuentaStore, Document } from '../storage/port/accounts.ts';
import { cartaDocuments, completeCarta } from './carta.ts';
import type { Task } from './task.ts';

interface CuentaContext {
  cuentas: CuentaStore;
  /** Milliseconds since the epoch. */
  now: number;
  mintId: MintId;
}

/** Mints what is missing and checks what a schema cannot say. */
export const prepareCuenta = (comando: ComandoCuenta, context: CuentaContext): Task | Refusal => {
  switch (comando.op) {
    case 'restaurante.guardar':
      return saveRestaurante(comando, context);
    case 'carta.guardar': {
      const carta = completeCarta(comando.carta, context);
      return saveDocuments(comando, cartaDocuments(carta, context.now), context);
    }
    case 'zonas.guardar': {
      const json = JSON.stringify(completeZonas(comando.zonas, context));
      return saveDocuments(comando, [{ kind: 'zonas', json }], context);
    }
  }
};

const saveRestaurante = (
  { op: _, restaurante, ...flags }: Comando<'restaurante.guardar'>,
  { cuentas, now, mintId }: CuentaContext,
): Task | Refusal => {
  const { id = mintId('restaurante', now), ...rest } = restaurante;
  if (!isTimeZone(rest.zona_horaria)) {
    const ruta = '/restaurante/zona_horaria';
    const error = `${ruta}: debe ser una zona horaria IANA, como Europe/Madrid.`;
    return refuse('comando_invalido', error, ruta);
  }
  const perfil: Restaurante = { id, ...rest };
  return {
    restauranteId: id,
    async carryOut() {
      await cuentas.save(perfil, flags);
      return { ok: true, restauranteId: id };
    },
  };
};

const saveDocuments = (
  { restaurante_id: restauranteId }: Comando<'carta.guardar' | 'zonas.guardar'>,
  documents: readonly Document[],
  { cuentas }: Pick<CuentaContext, 'cuentas'>,
): Task => ({
  restauranteId,
  async carryOut() {
    const isKnown = await cuentas.saveDocuments(restauranteId, documents);
    return isKnown ? { ok: true, restauranteId } : unknownRestaurant(restauranteId);
  },
});

/** Completes delivery zones with ids; ids that were given are kept. */
export const completeZonas = (
  zonas: readonly ZonaDraft[],
  { mintId, now }: Pick<CuentaContext, 'mintId' | 'now'>,
): Zona[] => zonas.map(({ id = mintId('zona', now), ...zona }) => ({ id, ...zona }));
