import type { Cuenta } from '../domain/batch.ts';
import type { AdminDeps } from './deps.ts';

const PAGE_ROWS = 500;

export type SwitchOutcome = { outcome: 'done' | 'unchanged' | 'not_found' };

export const makeCuentas = ({ store, clock }: Pick<AdminDeps, 'store' | 'clock'>) => {
  const setActive = async (id: string, activo: boolean, actor: string): Promise<SwitchOutcome> => {
    const found = await store.cuentas.find(id);
    if (found === null) return { outcome: 'not_found' };
    // Asked for what already is: nothing happens, so the audit has nothing to tell.
    if (found.cuenta.activo === activo) return { outcome: 'unchanged' };
    const done = await store.cuentas.setActive(id, activo, {
      momentoMs: clock.now(),
      actor,
      accion: activo ? 'restaurante.reanudado' : 'restaurante.suspendido',
      objeto: id,
      restauranteId: id,
      detalle: {},
    });
    return { outcome: done ? 'done' : 'not_found' };
  };

  /** All accounts by id, read page by page. */
  async function* list(): AsyncGenerator<Cuenta> {
    let after = '';
    for (;;) {
      const page = await store.cuentas.list(after, PAGE_ROWS);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ROWS) return;
      after = last.id;
    }
  }

  return {
    /** The account's keys stop working, its streams close and its webhooks wait. */
    suspend: (id: string, actor: string) => setActive(id, false, actor),
    resume: (id: string, actor: string) => setActive(id, true, actor),
    list,
  };
};
