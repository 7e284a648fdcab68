import type { Alcance } from '../../contract/alcances.ts';
import { estadoLlave } from '../../domain/llave.ts';
import type { FoundLlave, LlaveStore } from '../port/accounts.ts';

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

export type KeyRefusal = NonNullable<ReturnType<typeof refusalOf>>;

/** While the database does not answer, keys are judged as last read, so that expired ones are still refused. */
export const makeRevocationCheck = (llaves: Pick<LlaveStore, 'findByIds'>) => {
  let known: ReadonlyMap<string, FoundLlave> = new Map();
  let isAsking = false;

  return async (
    llaveIds: readonly string[],
    now: () => number,
    onRefused: (llaveId: string) => void,
  ): Promise<void> => {
    if (isAsking || llaveIds.length === 0) return;
    isAsking = true;
    const answer = await llaves.findByIds(llaveIds).catch(() => null);
    isAsking = false;
    known = answer ?? known;
    for (const id of llaveIds) {
      const isUnknown = answer === null && !known.has(id);
      if (!isUnknown && refusalOf(known.get(id), now(), 'stream.escuchar') !== null) onRefused(id);
    }
  };
};
