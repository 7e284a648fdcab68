import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import {
  hoursToCompare,
  isOpenDuring,
  isUnusuallyQuiet,
  type Span,
} from '../../domain/health/opening.ts';
import type { Signal } from '../../domain/health/signals.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '../../domain/time.ts';
import { allCuentas } from '../../storage/port/all-cuentas.ts';
import { parseBody } from '../../storage/port/body.ts';
import type { Condition } from '../../storage/port/notices/health.ts';
import type { Store } from '../../storage/port/store.ts';
import type { Source } from '../source.ts';

type Stores = Pick<Store, 'cuentas' | 'consultas' | 'health'>;

const AWAY_MS = 10 * MINUTE_MS;
/** A screen that nobody has opened for a week is not expected. */
const EXPECTED_MS = 7 * DAY_MS;

const makeProfiles =
  ({ cuentas }: Pick<Stores, 'cuentas'>) =>
  async (id: string) => {
    const found = await cuentas.find(id);
    return found && { cuenta: found.cuenta, perfil: parseBody<Restaurante>(found.perfil) };
  };

/** Screens that should be on, because their restaurant has been open for as long. */
const makeScreenSource = (store: Stores): Source => {
  const profileOf = makeProfiles(store);
  return {
    tipos: ['pantalla_ausente'],
    everyMs: MINUTE_MS,
    async signals(nowMs, open) {
      const known = new Set(open.map(({ objeto }) => objeto));
      const signals: Signal[] = [];
      for (const screen of await store.health.screens(nowMs - EXPECTED_MS)) {
        const { restauranteId, id, nombre, vistaMs } = screen;
        if (vistaMs === null || nowMs - vistaMs < AWAY_MS) continue;
        const signal: Signal = {
          ...{ tipo: 'pantalla_ausente', restauranteId, objeto: id, nombre },
          detalle: { vista_ms: vistaMs },
        };
        if (known.has(id)) {
          signals.push(signal);
          continue;
        }
        const profile = await profileOf(restauranteId);
        const span = { fromMs: nowMs - AWAY_MS, untilMs: nowMs };
        if (profile === null) continue;
        const { perfil } = profile;
        if (isOpenDuring(perfil.horario, perfil.zona_horaria, span)) signals.push(signal);
      }
      return signals;
    },
  };
};

/** Whether orders are missing can only change when an hour ends, and in no zone does one end but on a quarter. */
const makeOrderSource = (store: Stores): Source => {
  const profileOf = makeProfiles(store);
  let quarter = 0;
  let signals: Signal[] = [];

  const countIn = async (id: string, { fromMs, untilMs }: Span): Promise<number> => {
    const quarters = await store.consultas.quarters(id, fromMs, untilMs);
    return quarters.reduce((sum, { pedidos, cancelados }) => sum + pedidos + cancelados, 0);
  };
  const countAll = (id: string, spans: readonly Span[]) =>
    Promise.all(spans.map((span) => countIn(id, span)));

  const isQuiet = async ({ id, zonaHoraria }: Cuenta, nowMs: number): Promise<boolean> => {
    const hours = hoursToCompare(nowMs, zonaHoraria);
    if (hours === null) return false;
    const now = await countAll(id, hours.now);
    if (now.some((count) => count > 0)) return false;
    const profile = await profileOf(id);
    if (profile === null || !profile.perfil.acepta_pedidos) return false;
    const { horario } = profile.perfil;
    if (!hours.now.every((span) => isOpenDuring(horario, zonaHoraria, span))) return false;
    return isUnusuallyQuiet(
      now,
      await Promise.all(hours.before.map((spans) => countAll(id, spans))),
    );
  };

  const signalOf = (restauranteId: string): Signal => ({
    ...{ tipo: 'sin_pedidos', restauranteId, objeto: '', nombre: '', detalle: {} },
  });

  /** An open condition stays until an order comes. */
  const isStillQuiet = async ({ restauranteId, desdeMs }: Condition, nowMs: number) =>
    restauranteId !== null &&
    (await countIn(restauranteId, { fromMs: desdeMs, untilMs: nowMs + QUARTER_MS })) === 0;

  return {
    tipos: ['sin_pedidos'],
    everyMs: MINUTE_MS,
    async signals(nowMs, open) {
      const isNew = Math.floor(nowMs / QUARTER_MS) !== quarter;
      const known = new Set(open.map(({ restauranteId }) => restauranteId));
      const lasting: Signal[] = [];
      for (const condition of open) {
        if (condition.restauranteId === null || !(await isStillQuiet(condition, nowMs))) continue;
        lasting.push(signalOf(condition.restauranteId));
      }
      if (isNew) {
        signals = [];
        for await (const cuenta of allCuentas(store.cuentas)) {
          if (!cuenta.activo || !cuenta.ingesta || known.has(cuenta.id)) continue;
          if (await isQuiet(cuenta, nowMs)) signals.push(signalOf(cuenta.id));
        }
        quarter = Math.floor(nowMs / QUARTER_MS);
        return [...lasting, ...signals];
      }
      return lasting;
    },
  };
};

export const makeRestaurantSources = (store: Stores): Source[] => [
  makeScreenSource(store),
  makeOrderSource(store),
];
