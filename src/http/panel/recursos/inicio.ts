import type { Clock } from '../../../clock.ts';
import { ESTADOS } from '../../../contract/recursos/pedido.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import { isFinal } from '../../../domain/pedido/transiciones.ts';
import { byLocalHour, daysUpTo, todayAndYesterday } from '../../../domain/resumen/horas.ts';
import { averageCents } from '../../../domain/resumen/resumen.ts';
import type { Quarter } from '../../../storage/port/panel.ts';
import type { SummaryTotals } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { notFound } from '../errors.ts';
import { isoInstant, json, type PanelRoute, routesFor } from '../route.ts';

const DAYS_SHOWN = 30;
const WEEK_DAYS = 7;
/** However often it is asked for, it is computed once in this time, */
const FRESH_MS = 2_000;
/** and while nothing happens, once in this: the moment that yesterday is compared at moves on. */
const QUIET_MS = 30_000;
const REMEMBERED_MAX = 1_000;

type Figures = Pick<Store, 'pedidos' | 'consultas' | 'cuentas' | 'log'>;

/** `GET /inicio`: all that the first page draws, in one answer. */
export const inicioRoutes = (store: Figures, clock: Clock): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  const known = new Map<string, { atMs: number; version: number; value: Promise<object> }>();

  const read = async (cuenta: Cuenta): Promise<object> => {
    const atMs = clock.monotonic();
    const version = (await store.log.position(cuenta.id))?.version ?? 0;
    const before = known.get(cuenta.id);
    if (before !== undefined) {
      const lasts = before.version === version ? QUIET_MS : FRESH_MS;
      if (atMs - before.atMs < lasts) return before.value;
    }
    if (known.size >= REMEMBERED_MAX) known.clear();
    const value = compute(store, cuenta, clock.now());
    known.set(cuenta.id, { atMs, version, value });
    value.catch(() => known.delete(cuenta.id));
    return value;
  };

  return [get('/restaurantes/{rid}/inicio', async ({ cuenta }) => json(await read(cuenta)))];
};

const compute = async (store: Figures, cuenta: Cuenta, nowMs: number): Promise<object> => {
  const { id, zonaHoraria: zone } = cuenta;
  const { pedidos, consultas } = store;
  const times = todayAndYesterday(zone, nowMs);
  const days = daysUpTo(times.today, DAYS_SHOWN);
  const week = days.at(-WEEK_DAYS) ?? times.today;
  const [found, today, yesterday, lastWeek, rows, sold, soldYesterday, soldLater, open] =
    await Promise.all([
      store.cuentas.find(id),
      pedidos.summary(id, times.today, times.today),
      pedidos.summary(id, times.yesterday, times.yesterday),
      pedidos.summary(id, week, times.today),
      consultas.days(id, days[0] ?? times.today, times.today),
      consultas.quarters(id, times.startMs, times.endMs),
      consultas.quarters(id, times.yesterdayStartMs, times.yesterdayNowMs),
      consultas.quarters(id, times.yesterdayNowMs, times.startMs),
      countOpen(store, id),
    ]);
  if (found === null) throw notFound('No existe el restaurante.');
  const { moneda } = JSON.parse(Buffer.from(found.perfil).toString()) as Restaurante;
  const hoursToday = byLocalHour(sold, zone);
  const hoursYesterday = byLocalHour([...soldYesterday, ...soldLater], zone);
  const byDay = new Map(rows.map((row) => [row.dia, row]));

  return {
    momento: isoInstant(nowMs),
    zona_horaria: zone,
    moneda,
    hoy: summaryFigures(today),
    ayer_a_esta_hora: figures(addUp(soldYesterday)),
    ayer: summaryFigures(yesterday),
    por_hora: hoursToday.map((hoy, hora) => ({
      hora,
      hoy: hourFigures(hoy),
      ayer: hourFigures(hoursYesterday[hora] ?? { pedidos: 0, ventasCents: 0 }),
    })),
    por_dia: days.map((dia) => dayFigures(dia, byDay.get(dia))),
    mix_tipo: { hoy: mix(today), '7d': mix(lastWeek) },
    top_productos: { hoy: top(today), '7d': top(lastWeek) },
    abiertos: open,
  };
};

const countOpen = async ({ pedidos }: Figures, restauranteId: string) => {
  const any = { restauranteId, tipo: null, desdeMs: null, hastaMs: null };
  const open = ESTADOS.filter((estado) => !isFinal(estado));
  const counts = await Promise.all(
    open.map(async (estado) => [estado, await pedidos.count({ ...any, estados: [estado] })]),
  );
  return Object.fromEntries(counts);
};

type Sold = Pick<SummaryTotals, 'pedidos' | 'cancelados' | 'ventasCents'>;

const addUp = (quarters: readonly Quarter[]): Sold => {
  const sum = { pedidos: 0, cancelados: 0, ventasCents: 0 };
  for (const quarter of quarters) {
    sum.pedidos += quarter.pedidos;
    sum.cancelados += quarter.cancelados;
    sum.ventasCents += quarter.ventasCents;
  }
  return sum;
};

const figures = ({ pedidos, cancelados, ventasCents }: Sold) => ({
  pedidos,
  cancelados,
  ventas_cents: ventasCents,
  ticket_medio_cents: averageCents(ventasCents, pedidos),
});

const summaryFigures = (totals: SummaryTotals) => ({
  ...figures(totals),
  clientes_distintos: totals.clientes,
});

const hourFigures = ({ pedidos, ventasCents }: { pedidos: number; ventasCents: number }) => ({
  pedidos,
  ventas_cents: ventasCents,
});

const mix = ({ reparto, recogida, mesa }: Omit<SummaryTotals, 'clientes' | 'productos'>) => ({
  reparto,
  recogida,
  mesa,
});

const NO_SALES = { pedidos: 0, cancelados: 0, ventasCents: 0, reparto: 0, recogida: 0, mesa: 0 };

const dayFigures = (dia: string, totals: typeof NO_SALES = NO_SALES) => ({
  dia,
  pedidos: totals.pedidos,
  cancelados: totals.cancelados,
  ventas_cents: totals.ventasCents,
  ...mix(totals),
});

const top = ({ productos }: SummaryTotals) =>
  productos.map(({ productoId, nombre, unidades, ventasCents }) => ({
    producto_id: productoId,
    nombre,
    unidades,
    ventas_cents: ventasCents,
  }));
