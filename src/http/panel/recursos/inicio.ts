import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../clock.ts';
import type * as Panel from '../../../contract/panel.ts';
import { ESTADOS } from '../../../contract/recursos/pedido.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import { isFinal } from '../../../domain/pedido/transiciones.ts';
import { byLocalHour, daysUpTo, todayAndYesterday } from '../../../domain/resumen/horas.ts';
import { averageCents } from '../../../domain/resumen/resumen.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { Quarter } from '../../../storage/port/panel.ts';
import type { SummaryTotals } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { topProductos } from '../../api/recursos/resumen.ts';
import { okJson } from '../../wire/answer.ts';
import { type PanelRoute, routesFor } from '../route.ts';
import { findCuenta } from './cuentas.ts';

const DAYS_SHOWN = 30;
const WEEK_DAYS = 7;
/** A busy restaurant's figures are computed at most once in this time, */
const FRESH_MS = 2_000;
/** and a quiet one's once in this: "yesterday at this time" moves on even when nothing happens. */
const QUIET_MS = 30_000;
const CACHED_MAX = 1_000;

type Figures = Pick<Store, 'pedidos' | 'consultas' | 'cuentas' | 'log'>;

export const inicioRoutes = (store: Figures, clock: Clock): PanelRoute[] => {
  const cache = new LRUCache<string, { atMs: number; version: number; value: Promise<object> }>({
    max: CACHED_MAX,
  });

  const read = async (cuenta: Cuenta): Promise<object> => {
    const atMs = clock.monotonic();
    const version = (await store.log.position(cuenta.id))?.version ?? 0;
    const cached = cache.get(cuenta.id);
    if (cached !== undefined) {
      const ttlMs = cached.version === version ? QUIET_MS : FRESH_MS;
      if (atMs - cached.atMs < ttlMs) return cached.value;
    }
    const value = computeInicio(store, cuenta, clock.now());
    cache.set(cuenta.id, { atMs, version, value });
    value.catch(() => cache.delete(cuenta.id));
    return value;
  };

  return [
    routesFor('restaurante').get('/restaurantes/{rid}/inicio', async ({ cuenta }) =>
      okJson(await read(cuenta)),
    ),
  ];
};

const computeInicio = async (
  store: Figures,
  { id, zonaHoraria: zone }: Cuenta,
  nowMs: number,
): Promise<Panel.Inicio> => {
  const { pedidos, consultas } = store;
  const times = todayAndYesterday(zone, nowMs);
  const days = daysUpTo(times.today, DAYS_SHOWN);
  const week = days.at(-WEEK_DAYS) ?? times.today;
  const [{ restaurante }, today, yesterday, lastWeek, rows, sold, soldYesterday, soldLater, open] =
    await Promise.all([
      findCuenta(store.cuentas, id),
      pedidos.summary(id, times.today, times.today),
      pedidos.summary(id, times.yesterday, times.yesterday),
      pedidos.summary(id, week, times.today),
      consultas.days(id, days[0] ?? times.today, times.today),
      consultas.quarters(id, times.startMs, times.endMs),
      consultas.quarters(id, times.yesterdayStartMs, times.yesterdayNowMs),
      consultas.quarters(id, times.yesterdayNowMs, times.startMs),
      countOpen(store, id),
    ]);
  const hoursToday = byLocalHour(sold, zone);
  const hoursYesterday = byLocalHour([...soldYesterday, ...soldLater], zone);
  const byDay = new Map(rows.map((row) => [row.dia, row]));

  return {
    momento: isoTimestamp(nowMs),
    zona_horaria: zone,
    moneda: restaurante.moneda,
    hoy: dayFigures(today),
    ayer_a_esta_hora: figures(addUp(soldYesterday)),
    ayer: dayFigures(yesterday),
    por_hora: hoursToday.map((hoy, hora) => ({
      hora,
      hoy: volume(hoy),
      ayer: volume(hoursYesterday[hora] ?? NO_SALES),
    })),
    por_dia: days.map((dia) => {
      const { cancelados, ...totals } = byDay.get(dia) ?? NO_SALES;
      return { dia, ...volume(totals), cancelados, ...mix(totals) };
    }),
    mix_tipo: { hoy: mix(today), '7d': mix(lastWeek) },
    top_productos: { hoy: topProductos(today), '7d': topProductos(lastWeek) },
    abiertos: open,
  };
};

const countOpen = async ({ pedidos }: Figures, restauranteId: string) => {
  const any = { tipo: null, desdeMs: null, hastaMs: null };
  const open = ESTADOS.filter((estado) => !isFinal(estado));
  const counts = await Promise.all(
    open.map(async (estado) => [
      estado,
      await pedidos.count({ restauranteId, estados: [estado], ...any }),
    ]),
  );
  return Object.fromEntries(counts) as Panel.Inicio['abiertos'];
};

const NO_SALES = { pedidos: 0, cancelados: 0, ventasCents: 0, reparto: 0, recogida: 0, mesa: 0 };

type Sold = Pick<SummaryTotals, 'pedidos' | 'cancelados' | 'ventasCents'>;

const addUp = (quarters: readonly Quarter[]): Sold => {
  const sum = { pedidos: 0, cancelados: 0, ventasCents: 0 };
  for (const { pedidos, cancelados, ventasCents } of quarters) {
    sum.pedidos += pedidos;
    sum.cancelados += cancelados;
    sum.ventasCents += ventasCents;
  }
  return sum;
};

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

const dayFigures = (totals: SummaryTotals): Panel.CifrasDia => ({
  ...figures(totals),
  clientes_distintos: totals.clientes,
});

const mix = ({ reparto, recogida, mesa }: Panel.MixTipo): Panel.MixTipo => ({
  reparto,
  recogida,
  mesa,
});
