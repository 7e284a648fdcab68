import type { Cuenta } from '../domain/log/batch.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import type { AdminDeps } from './deps.ts';

const PAGE_ROWS = 500;

export type SwitchOutcome = { outcome: 'done' | 'unchanged' | 'not_found' };

export const makeCuentas = ({ store, clock }: Pick<AdminDeps, 'store' | 'clock'>) => {
  const { cuentas } = store;

  /** Asked for what already is, nothing happens, and the audit has nothing to tell. */
  const turn = async (
    id: string,
    isSo: (cuenta: Cuenta) => boolean,
    carryOut: (audit: AuditEntry) => Promise<boolean>,
    act: { accion: string; actor: string },
  ): Promise<SwitchOutcome> => {
    const found = await cuentas.find(id);
    if (found === null) return { outcome: 'not_found' };
    if (isSo(found.cuenta)) return { outcome: 'unchanged' };
    const entry = { momentoMs: clock.now(), ...act, objeto: id, restauranteId: id, detalle: {} };
    return { outcome: (await carryOut(entry)) ? 'done' : 'not_found' };
  };

  const setActive = (id: string, activo: boolean, actor: string): Promise<SwitchOutcome> =>
    turn(
      id,
      (cuenta) => cuenta.activo === activo,
      (audit) => cuentas.setActive(id, activo, audit),
      { accion: activo ? 'restaurante.reanudado' : 'restaurante.suspendido', actor },
    );

  const setIngesta = (id: string, ingesta: boolean, actor: string): Promise<SwitchOutcome> =>
    turn(
      id,
      (cuenta) => cuenta.ingesta === ingesta,
      (audit) => cuentas.setIngesta(id, ingesta, audit),
      { accion: ingesta ? 'restaurante.ingesta_activada' : 'restaurante.ingesta_detenida', actor },
    );

  /** All accounts by id, read page by page. */
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
    suspend: (id: string, actor: string) => setActive(id, false, actor),
    resume: (id: string, actor: string) => setActive(id, true, actor),
    /** Whether commands for its orders are carried out. */
    setIngesta,
    list,
  };
};
