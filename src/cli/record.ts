import type { AdminDeps } from '../admin/deps.ts';
import type { Context } from './command.ts';

/** The database as a whole, as the object of an entry. */
const DATABASE = 'base';

/** Adds an entry to the audit, for what no other room writes one for. */
export const record = (
  { store, clock }: Pick<AdminDeps, 'store' | 'clock'>,
  { actor }: Pick<Context, 'actor'>,
  accion: string,
  detalle: Record<string, unknown> = {},
  restauranteId: string | null = null,
): Promise<void> =>
  store.auditoria.add({
    momentoMs: clock.now(),
    actor,
    accion,
    objeto: restauranteId ?? DATABASE,
    restauranteId,
    detalle,
  });
