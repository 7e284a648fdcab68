import type { Cuenta } from '../domain/log/batch.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';

const PAGE_ROWS = 500;

export type SwitchOutcome = { outcome: 'done' | 'unchanged' | 'not_found' };

export const makeCuentas = ({ store, clock }: Pick<AdminDeps, 'store' | 'clock'>) => {
  const { cuentas } = store;

  const setSwitch = async (
    id: string,
    name: 'activo' | 'ingesta',
    value: boolean,
    { accion, actor }: { accion: string; actor: string },
  ): Promise<SwitchOutcome> => {
    const found = await cuentas.find(id);
    if (found === null) return { outcome: 'not_found' };
    if (found.cuenta[name] === value) return { outcome: 'unchanged' };
    const act = { actor, momentoMs: clock.now() };
    const entry = auditEntry(accion, { id, restauranteId: id }, act);
    const set = name === 'activo' ? cuentas.setActive : cuentas.setIngesta;
    return { outcome: (await set(id, value, entry)) ? 'done' : 'not_found' };
  };

  async function* list(): AsyncGenerator<Cuenta> {
    let after = '';
    for (;;) {
      const page = await cuentas.list(after, PAGE_ROWS);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ROWS) return;
      after = last.id;
    }
  }

  return {
    /** The account's keys stop working, its streams close and its webhooks wait. */
    suspend: (id: string, actor: string) =>
      setSwitch(id, 'activo', false, { accion: 'restaurante.suspendido', actor }),
    resume: (id: string, actor: string) =>
      setSwitch(id, 'activo', true, { accion: 'restaurante.reanudado', actor }),
    setIngesta: (id: string, ingesta: boolean, actor: string) => {
      const accion = ingesta ? 'restaurante.ingesta_activada' : 'restaurante.ingesta_detenida';
      return setSwitch(id, 'ingesta', ingesta, { accion, actor });
    },
    list,
  };
};
