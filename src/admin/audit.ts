import type { AuditEntry } from '../storage/port/accounts.ts';

export const auditEntry = (
  accion: string,
  { id, restauranteId }: { id: string; restauranteId: string | null },
  act: { actor: string; momentoMs: number; detalle?: Record<string, unknown> },
): AuditEntry => ({ detalle: {}, ...act, accion, objeto: id, restauranteId });
