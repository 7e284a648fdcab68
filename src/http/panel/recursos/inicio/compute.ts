import { setImmediate } from 'node:timers/promises';
import type * as Panel from '../../../../contract/panel.ts';
import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import { UNFILTERED } from '../../../../domain/pedido/filtros.ts';
import { ESTADOS_ABIERTOS } from '../../../../domain/pedido/transiciones.ts';
import {
  addUp,
  type Cuarto,
  daysOfWindow,
  type Windows,
} from '../../../../domain/resumen/cifras.ts';
import {
  addDays,
  daysBetween,
  type Jornadas,
  jornadaAt,
  jornadas,
  type Reloj,
  weeksBefore,
} from '../../../../domain/resumen/jornadas.ts';
import {
  addTotals,
  averageCents,
  type DiaTotals,
  noSales,
} from '../../../../domain/resumen/resumen.ts';
import { DAY_MS, isoTimestamp, QUARTER_MS } from '../../../../domain/time.ts';
import { parseBodies } from '../../../../storage/port/body.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { ordersBetween } from './orders-between.ts';
import { readPrimerosPasos } from './primeros-pasos.ts';
import { readProductos, type Sales } from './productos.ts';
import { rangoView, relojOf } from './rango.ts';

/** A range of fewer days is shown within the `SHOWN_DAYS` up to its end. */
const SHOWN_DAYS_MIN = 7;
const SHOWN_DAYS = 30;
const PRODUCTS_SHOWN = 8;
const LATEST_SHOWN = 7;
/** Length of the pieces in which a long range is read. */
const READ_MS = 62 * DAY_MS;

export type InicioStore = Pick<Store, 'pedidos' | 'cuentas' | 'log' | 'llaves' | 'webhooks'> &
  Sales;

export const computeInicio = async (
  store: InicioStore,
  cuenta: Cuenta,
  range: Jornadas,
  nowMs: number,
): Promise<Panel.Inicio> => {
  const reloj = relojOf(cuenta);
  const windows = windowsOf(range, reloj, nowMs);
  const { before, shown } = windows;
  const [cuartos, late, productos, abiertos, ultimos] = await Promise.all([
    readQuarters(store, cuenta.id, Math.min(before.startMs, shown.startMs), range.endMs),
    soldSinceQuarter(store, cuenta.id, before.soFarMs),
    // The first page does not compare products, so the orders of the earlier day up to now need not be read.
    readProductos(store, cuenta, range, { ...before, soFarMs: before.endMs }),
    countOpen(store, cuenta.id),
    latest(store, cuenta.id),
  ]);
  const sums = addUp(cuartos, windows, reloj);
  const isShort = shown !== range;
  const shift = daysBetween(before.first, range.first) - 1;
  return {
    momento: isoTimestamp(nowMs),
    corte: reloj.corte,
    hoy: jornadaAt(nowMs, reloj),
    rango: { ...rangoView(range), en_curso: nowMs >= range.startMs && nowMs < range.endMs },
    antes: rangoView(before),
    cifras: figures(sums.now),
    antes_hasta_ahora: figures(plus(sums.beforeSoFar, late)),
    antes_entero: figures(sums.before),
    por_hora: sums.hours.map((_, i) => {
      const hora = (i + reloj.corte) % sums.hours.length;
      const at = (hours: readonly DiaTotals[]) => volume(hours[hora] ?? noSales());
      return { hora, ahora: at(sums.hours), antes: at(sums.hoursBefore) };
    }),
    por_dia: daysOfWindow(shown).map((dia) => {
      const totals = sums.days.get(dia) ?? noSales();
      const then = sums.days.get(addDays(dia, -shift)) ?? noSales();
      const antes = isShort ? null : volume(then);
      return { dia, ...volume(totals), ...mix(totals), antes };
    }),
    semana: {
      ...rangoView(shown),
      dias: sums.week.map((hours) => hours.map(volume)),
    },
    mix_tipo: mix(sums.now),
    productos: { total: productos.length, mejores: productos.slice(0, PRODUCTS_SHOWN) },
    abiertos,
    ultimos,
    primeros_pasos: ultimos.length > 0 ? null : await readPrimerosPasos(store, cuenta.id, nowMs),
  };
};

const windowsOf = (range: Jornadas, reloj: Reloj, nowMs: number): Windows => {
  const isShort = daysBetween(range.first, range.last) < SHOWN_DAYS_MIN;
  const shown = isShort ? jornadas(addDays(range.last, 1 - SHOWN_DAYS), range.last, reloj) : range;
  return { range, before: weeksBefore(range, reloj, nowMs), shown };
};

/** The cost grows with the quarters of an hour, and so with the days, not with the orders. */
const readQuarters = async (
  { consultas }: InicioStore,
  restauranteId: string,
  fromMs: number,
  toMs: number,
): Promise<Cuarto[]> => {
  const read: Cuarto[] = [];
  for (let ms = fromMs; ms < toMs; ms += READ_MS) {
    const endMs = Math.min(ms + READ_MS, toMs);
    for (const quarter of await consultas.quarters(restauranteId, ms, endMs)) read.push(quarter);
    // SQLite is synchronous: without a pause, a year would hold up every other request.
    if (endMs < toMs) await setImmediate();
  }
  return read;
};

/** The sales from the last full quarter of an hour up to a moment. */
const soldSinceQuarter = async (
  { pedidos }: InicioStore,
  restauranteId: string,
  untilMs: number,
): Promise<DiaTotals> => {
  const sum = noSales();
  const fromMs = Math.floor(untilMs / QUARTER_MS) * QUARTER_MS;
  for await (const pedido of ordersBetween(pedidos, restauranteId, fromMs, untilMs)) {
    addTotals(sum, pedido, 1);
  }
  return sum;
};

const countOpen = async ({ pedidos }: InicioStore, restauranteId: string) => {
  const counts = await Promise.all(
    ESTADOS_ABIERTOS.map(async (estado) => [
      estado,
      await pedidos.count({ restauranteId, ...UNFILTERED, estado: [estado] }),
    ]),
  );
  return Object.fromEntries(counts) as Panel.Inicio['abiertos'];
};

const latest = async ({ pedidos }: InicioStore, restauranteId: string): Promise<Pedido[]> => {
  const query = { restauranteId, ...UNFILTERED, limit: LATEST_SHOWN, cursor: null };
  const { body } = await pedidos.list(query);
  return parseBodies<Pedido>(body);
};

type Sold = Pick<DiaTotals, 'pedidos' | 'cancelados' | 'ventasCents'>;

const plus = (a: Sold, b: Sold): Sold => ({
  pedidos: a.pedidos + b.pedidos,
  cancelados: a.cancelados + b.cancelados,
  ventasCents: a.ventasCents + b.ventasCents,
});

const volume = ({ pedidos, ventasCents }: Omit<Sold, 'cancelados'>): Panel.Volumen => ({
  pedidos,
  ventas_cents: ventasCents,
});

const figures = ({ pedidos, cancelados, ventasCents }: Sold): Panel.Cifras => ({
  pedidos,
  cancelados,
  ventas_cents: ventasCents,
  ticket_medio_cents: averageCents(ventasCents, pedidos),
});

const mix = ({ reparto, recogida, mesa }: Panel.MixTipo): Panel.MixTipo => ({
  reparto,
  recogida,
  mesa,
});
