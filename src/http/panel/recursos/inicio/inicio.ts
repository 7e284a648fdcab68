import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { makeCuentas } from '../../../../admin/cuentas.ts';
import type * as Panel from '../../../../contract/panel.ts';
import { Exact } from '../../../../contract/scalars.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import { PLAZO_MINUTES_MAX } from '../../../../domain/pedido/plazos.ts';
import { CORTE_MAX, type Jornadas } from '../../../../domain/resumen/jornadas.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { okJson } from '../../../answer/answer.ts';
import { requireCuenta } from '../../../api/recursos/restaurante.ts';
import type { PanelDeps } from '../../deps.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { cuentaView } from '../cuentas.ts';
import { arranqueRoute } from './arranque.ts';
import { computeInicio, type InicioStore } from './compute.ts';
import { makeNightSales } from './night-sales.ts';
import { markNew, readProductos } from './productos.ts';
import { type AskedRange, RANGO, rangoView, readBefore, readRange } from './rango.ts';
import { todosRoute } from './todos.ts';

/** How long figures are kept once an event has made them stale. */
const FRESH_MS = 2_000;
/** How long they are kept without an event: "at this time last week" moves on even when nothing happens. */
const QUIET_MS = 30_000;
const CACHED_MAX = 1_000;

const Ajustes = Exact({ corte: Type.Integer({ minimum: 0, maximum: CORTE_MAX }) });

const Plazo = Type.Integer({ minimum: 1, maximum: PLAZO_MINUTES_MAX });
const PlazosDeTipo = Exact({ aceptar: Plazo, listo: Plazo });
const Plazos = Exact({ mesa: PlazosDeTipo, recogida: PlazosDeTipo, reparto: PlazosDeTipo });

/** The figures of the first page, computed once for everybody who asks at the same time. */
const makeReadInicio = (store: InicioStore, clock: Clock) => {
  type Cached = { atMs: number; version: number; value: Promise<Panel.Inicio> };
  const cache = new LRUCache<string, Cached>({ max: CACHED_MAX });
  const keyOf = ({ id, corte, zonaHoraria }: Cuenta, ...ranges: Jornadas[]) =>
    JSON.stringify([id, corte, zonaHoraria, ...ranges.flatMap(({ first, last }) => [first, last])]);

  return async (cuenta: Cuenta, asked: AskedRange): Promise<Panel.Inicio> => {
    const range = readRange(asked, cuenta, clock.now());
    const compared = readBefore(asked, range, cuenta, clock.now());
    const atMs = clock.monotonic();
    const version = (await store.log.position(cuenta.id))?.version ?? 0;
    const key = `${compared.comparacion} ${keyOf(cuenta, range, compared.before)}`;
    const cached = cache.get(key);
    if (cached !== undefined) {
      const ttlMs = cached.version === version ? QUIET_MS : FRESH_MS;
      if (atMs - cached.atMs < ttlMs) return cached.value;
    }
    const value = computeInicio(store, cuenta, { range, ...compared }, clock.now());
    cache.set(key, { atMs, version, value });
    // A first step leaves no event in the log, so figures that show first steps are not kept.
    value.then(
      ({ primeros_pasos }) => primeros_pasos !== null && cache.delete(key),
      () => cache.delete(key),
    );
    return value;
  };
};

export const inicioRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { clock } = deps;
  const cuentas = makeCuentas(deps);
  const store = { ...deps.store, nightSales: makeNightSales(deps.store, clock) };
  const readInicio = makeReadInicio(store, clock);
  const { get } = routesFor('restaurante', 'cifras');
  return [
    arranqueRoute(store, readInicio),
    todosRoute(store.cuentas, readInicio),
    get('/inicio', RANGO, async ({ cuenta }, asked) => okJson(await readInicio(cuenta, asked))),
    get('/productos', RANGO, async ({ cuenta }, asked) => {
      const range = readRange(asked, cuenta, clock.now());
      const { before, comparacion } = readBefore(asked, range, cuenta, clock.now());
      const sold = await readProductos(store, cuenta, range, before);
      const datos = await markNew(store, cuenta, range, sold);
      const en_curso = before.soFarMs < before.endMs;
      const rango = { ...rangoView(range), en_curso };
      const view = { rango, antes: rangoView(before), comparacion, datos };
      return okJson(view satisfies Panel.Productos);
    }),
    routesFor('restaurante', 'ajustes').post(
      '/plazos',
      Plazos,
      async ({ cuenta, principal }, plazos) => {
        await cuentas.setPlazos(cuenta.id, plazos, principal.actor);
        const { cuenta: saved } = await requireCuenta(store.cuentas, cuenta.id);
        return okJson({ cuenta: cuentaView(saved) });
      },
    ),
    routesFor('restaurante', 'ajustes').post(
      '/ajustes',
      Ajustes,
      async ({ cuenta, principal }, { corte }) => {
        await cuentas.setCorte(cuenta.id, corte, principal.actor);
        const { cuenta: saved } = await requireCuenta(store.cuentas, cuenta.id);
        return okJson({ cuenta: cuentaView(saved) });
      },
    ),
  ];
};
