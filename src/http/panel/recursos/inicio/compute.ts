import { setImmediate } from 'node:timers/promises';
import type * as Panel from '../../../../contract/panel.ts';
import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import type { Cuenta } from '../../../../domain/log/batch.ts';
import { cajaOf, ledgersOf } from '../../../../domain/money/caja.ts';
import { piecesOf } from '../../../../domain/money/span.ts';
import { UNFILTERED } from '../../../../domain/pedido/filtros.ts';
import { ESTADOS_ABIERTOS } from '../../../../domain/pedido/transiciones.ts';
import { addUp, type Cuarto, sumOfDays } from '../../../../domain/resumen/cifras.ts';
import type { Before } from '../../../../domain/resumen/comparacion.ts';
import {
  addDays,
  daysBetween,
  type Jornadas,
  jornadaAt,
  jornadas,
} from '../../../../domain/resumen/jornadas.ts';
import {
  addTotals,
  averageCents,
  type DiaTotals,
  noSales,
} from '../../../../domain/resumen/resumen.ts';
import { granoOf, tramosBefore, tramosOf } from '../../../../domain/resumen/tramos.ts';
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
const HOUR_MINUTES = 60;
/** Length of the pieces in which a long range is read. */
const READ_MS = 62 * DAY_MS;

export type InicioStore = Pick<
  Store,
  'pedidos' | 'cuentas' | 'log' | 'llaves' | 'webhooks' | 'money'
> &
  Sales;

interface Compared {
  range: Jornadas;
  before: Before;
  comparacion: Panel.Comparacion;
}

export const computeInicio = async (
  store: InicioStore,
  cuenta: Cuenta,
  { range, before, comparacion }: Compared,
  nowMs: number,
): Promise<Panel.Inicio> => {
  const reloj = relojOf(cuenta);
  const isShort = daysBetween(range.first, range.last) < SHOWN_DAYS_MIN;
  const shown = isShort ? jornadas(addDays(range.last, 1 - SHOWN_DAYS), range.last, reloj) : range;
  const [cuartos, late, productos, abiertos, ultimos, por_metodo] = await Promise.all([
    readWindows(store, cuenta.id, before, shown),
    soldSinceQuarter(store, cuenta.id, before.soFarMs),
    // The first page does not compare products, so the orders of the earlier day up to now need not be read.
    readProductos(store, cuenta, range, { ...before, soFarMs: before.endMs }),
    countOpen(store, cuenta.id),
    latest(store, cuenta.id),
    soldByMethod(store, cuenta, range),
  ]);
  const sums = addUp(cuartos, { range, before, shown }, reloj);
  const grano = granoOf(shown);
  const thenOf = tramosBefore(range, before, grano);
  return {
    momento: isoTimestamp(nowMs),
    corte: reloj.corte,
    hoy: jornadaAt(nowMs, reloj),
    rango: { ...rangoView(range), en_curso: nowMs >= range.startMs && nowMs < range.endMs },
    antes: rangoView(before),
    comparacion,
    cifras: figures(sums.now),
    antes_hasta_ahora: figures(plus(sums.beforeSoFar, late)),
    antes_entero: figures(sums.before),
    por_hora: sums.hours.map((_, i) => {
      const hora = (i + reloj.corte) % sums.hours.length;
      const at = (hours: readonly DiaTotals[]) => volume(hours[hora] ?? noSales());
      return { hora, ahora: at(sums.hours), antes: at(sums.hoursBefore) };
    }),
    por_dia: tramosOf(shown, grano).map((tramo, at) => {
      const totals = sumOfDays(sums.days, tramo);
      const then = isShort ? null : sumOfDays(sums.days, thenOf(tramo, at));
      const antes = then && volume(then);
      return { dia: tramo.first, ultimo: tramo.last, ...volume(totals), ...mix(totals), antes };
    }),
    grano,
    semana: {
      ...rangoView(shown),
      dias: sums.week.map((hours) => hours.map(volume)),
    },
    mix_tipo: mix(sums.now),
    por_metodo,
    productos: { total: productos.length, mejores: productos.slice(0, PRODUCTS_SHOWN) },
    abiertos,
    ultimos,
    primeros_pasos: ultimos.length > 0 ? null : await readPrimerosPasos(store, cuenta.id, nowMs),
  };
};

/** A day and the same day of last year are read as two stretches, without the year between them. */
const readWindows = async (
  store: InicioStore,
  restauranteId: string,
  before: Jornadas,
  shown: Jornadas,
): Promise<Cuarto[]> => {
  const { startMs, endMs } = shown;
  if (before.endMs >= startMs) {
    return readQuarters(store, restauranteId, Math.min(before.startMs, startMs), endMs);
  }
  const earlier = await readQuarters(store, restauranteId, before.startMs, before.endMs);
  return [...earlier, ...(await readQuarters(store, restauranteId, startMs, endMs))];
};

/** As the caja of these days has it. */
const soldByMethod = async (
  { money }: InicioStore,
  { id, zonaHoraria: zone, corte }: Cuenta,
  { startMs, endMs }: Jornadas,
) => {
  const span = { startMs, endMs, bounds: [startMs, endMs] };
  const pieces = piecesOf(span, { zone, corte: corte * HOUR_MINUTES }, null);
  const stored = await money.read(id, ledgersOf('creacion'), pieces);
  // The currency is not shown from here.
  const caja = cajaOf(stored, span, { fecha: 'creacion', moneda: '', zone, isGrouped: false });
  return caja.ventas.por_metodo;
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
