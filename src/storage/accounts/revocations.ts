import type { Alcance } from '../../contract/alcances.ts';
import { estadoLlave } from '../../domain/llave.ts';
import type { FoundLlave } from '../port/accounts.ts';

/** Why a key may no longer use this scope, as the code of the error that says so; null while it may. */
export const refusalOf = (found: FoundLlave | undefined, nowMs: number, alcance: Alcance) => {
  if (found === undefined) return 'llave_invalida';
  const { llave, activo } = found;
  const estado = estadoLlave(llave, nowMs);
  if (estado !== 'activa') return `llave_${estado}` as const;
  if (!activo) return 'restaurante_inactivo';
  // A key never loses a scope while it is good.
  return llave.alcances.includes(alcance) ? null : 'llave_invalida';
};
