import type { Cuenta } from '../domain/log/batch.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';

const PAGE_ROWS = 500;

export type SwitchOutcome = { outcome: 'done' | 'unchanged' | 'not_found' };

export const makeCuentas = ({ store, clock }: Pick<AdminDeps, 'store' | 'clock'>) => {
  const { cuentas } = store;

  /** Changes a switch of an account; one that stands that way already leaves no audit entry. */
  const setSwitch = async (
    id: string,
    isSet: (cuenta: Cuenta) => boolean,
    set: (audit: AuditEntry) => Promise<boolean>,
    { accion, actor }: { accion: string; actor: string },
  ): Promise<SwitchOutcome> => {
    const found = await cuentas.find(id);
    if (found === null) return { outcome: 'not_found' };
    if (isSet(found.cuenta)) return { outcome: 'unchanged' };
    const act = { actor, momentoMs: clock.now() };
    const isDone = await set(auditEntry(accion, { id, restauranteId: id }, act));
    return { outcome: isDone ? 'done' : 'not_found' };
  };

  const setActive = (id: string, activo: boolean, actor: string): Promise<SwitchOutcome> =>
    setSwitch(
      id,
      (cuenta) => cuenta.activo === activo,
      (audit) => cuentas.setActive(id, activo, audit),
      { accion: activo ? 'restaurante.reanudado' : 'restaurante.suspendido', actor },
    );

  const setIngesta = (id: string, ingesta: boolean, actor: string): Promise<SwitchOutcome> =>
    setSwitch(
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
