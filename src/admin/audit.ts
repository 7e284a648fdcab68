import type { AuditEntry } from '../storage/port/accounts.ts';
import type { UsuarioDetalle } from '../storage/port/panel.ts';

/** A person in the audit: their restaurant sees the entry if it is their only one. */
export const personIn = ({ id, membresias }: Pick<UsuarioDetalle, 'id' | 'membresias'>) => {
  const [only, ...others] = membresias;
  return { id, restauranteId: others.length === 0 ? (only?.restauranteId ?? null) : null };
};

export const auditEntry = (
  accion: string,
  { id, restauranteId }: { id: string; restauranteId: string | null },
  act: { actor: string; momentoMs: number; detalle?: Record<string, unknown> },
): AuditEntry => ({ detalle: {}, ...act, accion, objeto: id, restauranteId });
