import type { Dia } from '../../domain/resumen/dias.ts';
import type { ClienteDelta } from '../../domain/resumen/resumen.ts';

/** The first day that the deltas change, for each client. */
export const earliestDays = (deltas: Iterable<ClienteDelta>): Map<string, Dia> => {
  const first = new Map<string, Dia>();
  for (const { cliente, dia } of deltas) {
    const known = first.get(cliente);
    if (known === undefined || dia < known) first.set(cliente, dia);
  }
  return first;
};
