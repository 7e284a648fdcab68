import type { Plazos } from '../contract/panel.ts';
import type { Restaurante } from '../contract/recursos/restaurante.ts';
import { fold } from '../domain/fold.ts';
import type { Cuenta } from '../domain/log/batch.ts';
import { isTimeZone } from '../domain/resumen/dias.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import { allCuentas } from '../storage/port/all-cuentas.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';

/** Rows that one transaction erases: commits of the service wait for it. */
const ERASED_TOGETHER = 1_000;

type SwitchOutcome = { outcome: 'done' | 'unchanged' | 'not_found' };

interface NewCuenta {
  /** Minted when it is not given. */
  id?: string;
  nombre: string;
  zonaHoraria: string;
  moneda: string;
  /** Whether orders are taken at once. */
  ingesta: boolean;
}

type CreateOutcome =
  | { outcome: 'created'; cuenta: Cuenta }
  | { outcome: 'id_taken' | 'invalid_zone' | 'invalid_name' };

const NOT_IN_SLUG = /[^a-z0-9]+/g;

const slugOf = (nombre: string): string =>
  fold(nombre).replace(NOT_IN_SLUG, '-').replace(/^-|-$/g, '') || 'restaurante';

/** The profile of a new restaurant, empty until the platform fills it in with `restaurante.guardar`. */
const emptyProfile = (id: string, given: NewCuenta): Restaurante => ({
  id,
  slug: slugOf(given.nombre),
  nombre: given.nombre,
  moneda: given.moneda,
  zona_horaria: given.zonaHoraria,
  acepta_pedidos: true,
  pedido_minimo_cents: 0,
  horario: {},
  contacto: { email: null, telefono: null, web: null },
  ubicacion: { direccion: '', ciudad: '', lat: 0, lng: 0 },
  branding: { logo_url: null, color_primario: null, galeria: [] },
  reputacion: { puntuacion: 0, votos: 0 },
});

export const makeCuentas = ({
  store,
  clock,
  mintId,
}: Pick<AdminDeps, 'store' | 'clock' | 'mintId'>) => {
  const { cuentas } = store;

  const note = (accion: string, id: string, actor: string, detalle = {}): AuditEntry =>
    auditEntry(accion, { id, restauranteId: id }, { actor, momentoMs: clock.now(), detalle });

  const setSwitch = async (
    id: string,
    name: 'activo' | 'ingesta',
    value: boolean,
    { accion, actor }: { accion: string; actor: string },
  ): Promise<SwitchOutcome> => {
    const found = await cuentas.find(id);
    if (found === null) return { outcome: 'not_found' };
    if (found.cuenta[name] === value) return { outcome: 'unchanged' };
    const set = name === 'activo' ? cuentas.setActive : cuentas.setIngesta;
    const isSet = await set(id, value, note(accion, id, actor));
    return { outcome: isSet ? 'done' : 'not_found' };
  };

  const create = async (given: NewCuenta, actor: string): Promise<CreateOutcome> => {
    const nombre = given.nombre.trim();
    if (nombre === '') return { outcome: 'invalid_name' };
    if (!isTimeZone(given.zonaHoraria)) return { outcome: 'invalid_zone' };
    const id = given.id ?? mintId('restaurante', clock.now());
    const perfil = emptyProfile(id, { ...given, nombre });
    const entry = note('restaurante.creado', id, actor, { nombre });
    const isNew = await cuentas.create(perfil, { ingesta: given.ingesta }, entry);
    const found = isNew ? await cuentas.find(id) : null;
    return found === null ? { outcome: 'id_taken' } : { outcome: 'created', cuenta: found.cuenta };
  };

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
    /** The hour at which the panel's day begins. */
    async setCorte(id: string, corte: number, actor: string): Promise<void> {
      await cuentas.setCorte(id, corte, note('restaurante.corte_cambiado', id, actor, { corte }));
    },
    /** When an order of the kitchen is late. */
    async setPlazos(id: string, plazos: Plazos, actor: string): Promise<void> {
      const entry = note('restaurante.plazos_cambiados', id, actor, plazos);
      await cuentas.setPlazos(id, plazos, entry);
    },
    /**
     * Deletes a suspended restaurant with all that it has, except the audit. If it is stopped, the rest goes when it runs
     * again.
     */
    async delete(
      id: string,
      actor: string,
      { signal, onRows }: { signal: AbortSignal; onRows(erased: number): void },
    ): Promise<{ outcome: 'deleted' | 'stopped' | 'not_found' | 'active' }> {
      const found = await cuentas.find(id);
      if (found?.cuenta.activo) return { outcome: 'active' };
      const isThere = await cuentas.close(id, note('restaurante.eliminado', id, actor));
      if (!isThere) return { outcome: 'not_found' };
      let total = 0;
      while (!signal.aborted) {
        const erased = await cuentas.erase(id, ERASED_TOGETHER);
        if (erased === 0) return { outcome: 'deleted' };
        total += erased;
        onRows(total);
      }
      return { outcome: 'stopped' };
    },
    create,
    list: () => allCuentas(cuentas),
  };
};
