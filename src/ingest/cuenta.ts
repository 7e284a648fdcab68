import type { Comando, ComandoCuenta } from '../contract/comandos.ts';
import type { Restaurante } from '../contract/recursos/restaurante.ts';
import type { Zona, ZonaDraft } from '../contract/recursos/zona.ts';
import type { MintId } from '../domain/ids.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import { isTimeZone } from '../domain/resumen/dias.ts';
import type { CuentaStore, Document } from '../storage/port/accounts.ts';
import { cartaDocuments, completeCarta } from './carta.ts';

/** An account command that is ready to be stored. */
export interface CuentaTask {
  restauranteId: string;
  /** False when there is no such restaurant. */
  save(cuentas: CuentaStore): Promise<boolean>;
}

export interface CuentaContext {
  /** Milliseconds since the epoch. */
  now: number;
  mintId: MintId;
}

/** Mints what is missing and checks what a schema cannot say. */
export const prepareCuenta = (
  comando: ComandoCuenta,
  context: CuentaContext,
): CuentaTask | Refusal => {
  switch (comando.op) {
    case 'restaurante.guardar':
      return saveRestaurante(comando, context);
    case 'carta.guardar': {
      const carta = completeCarta(comando.carta, context);
      return saveDocuments(comando, cartaDocuments(carta, context.now));
    }
    case 'zonas.guardar': {
      const json = JSON.stringify(completeZonas(comando.zonas, context));
      return saveDocuments(comando, [{ kind: 'zonas', json }]);
    }
  }
};

const saveRestaurante = (
  { restaurante, activo, ingesta }: Comando<'restaurante.guardar'>,
  { now, mintId }: CuentaContext,
): CuentaTask | Refusal => {
  const { id = mintId('restaurante', now), ...rest } = restaurante;
  if (!isTimeZone(rest.zona_horaria)) {
    const ruta = '/restaurante/zona_horaria';
    const error = `${ruta}: debe ser una zona horaria IANA, como Europe/Madrid.`;
    return refuse('comando_invalido', error, ruta);
  }
  const perfil: Restaurante = { id, ...rest };
  const flags = {
    ...(activo !== undefined && { activo }),
    ...(ingesta !== undefined && { ingesta }),
  };
  return {
    restauranteId: id,
    save: (cuentas) => cuentas.save(perfil, flags).then(() => true),
  };
};

const saveDocuments = (
  { restaurante_id: restauranteId }: Comando<'carta.guardar' | 'zonas.guardar'>,
  documents: readonly Document[],
): CuentaTask => ({
  restauranteId,
  save: (cuentas) => cuentas.saveDocuments(restauranteId, documents),
});

/** Delivery zones with their ids: those given are kept. */
export const completeZonas = (
  zonas: readonly ZonaDraft[],
  { mintId, now }: CuentaContext,
): Zona[] => zonas.map(({ id = mintId('zona', now), ...zona }) => ({ id, ...zona }));
