import type { Inicio, Volumen } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Bars } from '../../parts/charts/bars.tsx';
import { HeatMap } from '../../parts/charts/heat-map.tsx';
import { SOLD, useOrdersHref } from '../orders/filter/orders-href.ts';
import { addDays, wallHour } from '../orders/local-day.ts';
import { useRangeWords } from './range-bar.tsx';

export type Measure = 'ventas_cents' | 'pedidos';

interface Props {
  inicio: Inicio;
  measure: Measure;
}

const useMeasure = (measure: Measure) => {
  const { tn, format } = useWords();
  return measure === 'pedidos'
    ? { format: (value: number) => tn('count.orders', value), formatAxis: format.number }
    : { format: (value: number) => format.money(value), formatAxis: format.moneyShort };
};

/** From the first hour with a sale to the last, in the order of the day; noon to eleven at least. */
const openHours = (hours: readonly { hora: number; sold: number }[]): number[] => {
  const isShown = ({ hora, sold }: { hora: number; sold: number }) =>
    sold > 0 || hora === 12 || hora === 22;
  const first = hours.findIndex(isShown);
  const last = hours.findLastIndex(isShown);
  return hours.slice(first, last + 1).map(({ hora }) => hora);
};

export const HourChart = ({ inicio, measure }: Props) => {
  const { t } = useWords();
  const ordersHref = useOrdersHref();
  const words = useRangeWords();
  const { por_hora, rango, antes, corte } = inicio;
  const shown = openHours(
    por_hora.map((each) => ({ hora: each.hora, sold: each.ahora.pedidos + each.antes.pedidos })),
  );
  /** Only the hour of a single day has a link: a list of orders shows one stretch of time. */
  const linkTo = (hora: number) => {
    if (rango.desde !== rango.hasta) return undefined;
    const dia = hora < corte ? addDays(rango.desde, 1) : rango.desde;
    const until = hora === 23 ? `${addDays(dia, 1)}T00:00` : `${dia}T${wallHour(hora + 1)}`;
    return ordersHref({ estado: SOLD, desde: `${dia}T${wallHour(hora)}`, hasta: until });
  };
  return (
    <Bars
      {...useMeasure(measure)}
      label={t('home.byHour')}
      series={[words(rango), words(antes)]}
      points={por_hora
        .filter(({ hora }) => shown.includes(hora))
        .map(({ hora, ahora, antes: before }) => ({
          key: String(hora),
          short: `${hora} h`,
          long: `${wallHour(hora)}–${wallHour(hora + 1)}`,
          value: ahora[measure],
          before: before[measure],
          href: linkTo(hora),
        }))}
    />
  );
};

/** The name of the chart, by how long a bar is. */
export const BY = { dia: 'home.byDay', semana: 'home.byWeek', mes: 'home.byMonth' } as const;

export const DayChart = ({ inicio, measure }: Props) => {
  const { t, format } = useWords();
  const ordersHref = useOrdersHref();
  const words = useRangeWords();
  const { por_dia, grano, semana, rango, antes, hoy } = inicio;
  const isCompared = por_dia[0]?.antes != null;
  const isDaily = grano === 'dia';
  return (
    <Bars
      {...useMeasure(measure)}
      label={t(BY[grano])}
      series={isCompared ? [words(rango), words(antes)] : [words(semana)]}
      points={por_dia.map(({ dia, ultimo, antes: before, ...day }) => ({
        key: dia,
        short: grano === 'mes' ? format.monthShort(dia) : format.dayShort(dia),
        long: isDaily ? format.day(dia) : words({ desde: dia, hasta: ultimo }),
        value: day[measure],
        ...(before !== null && { before: before[measure] }),
        current:
          (dia <= hoy && hoy <= ultimo) ||
          (!isCompared && dia >= rango.desde && dia <= rango.hasta),
        href: ordersHref({ estado: SOLD, desde: dia, hasta: ultimo }),
      }))}
    />
  );
};

/** How often each weekday comes in a range, Monday first. */
const weekdayCounts = (desde: string, hasta: string): number[] => {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let dia = desde; dia <= hasta; dia = addDays(dia, 1)) {
    const weekday = (new Date(dia).getUTCDay() + 6) % 7;
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  return counts;
};

/** Any Monday, to derive the names of weekdays from. */
const SOME_MONDAY = '2024-01-01';

/** The sales of an average hour of each weekday. */
export const WeekMap = ({ inicio: { semana, corte }, measure }: Props) => {
  const { t, tn, format } = useWords();
  const words = useRangeWords();
  const { format: formatValue } = useMeasure(measure);
  const counts = weekdayCounts(semana.desde, semana.hasta);
  const order = Array.from({ length: 24 }, (_, i) => (i + corte) % 24);
  const sold = (hora: number) =>
    semana.dias.reduce((sum, hours) => sum + (hours[hora]?.pedidos ?? 0), 0);
  const hours = openHours(order.map((hora) => ({ hora, sold: sold(hora) })));
  const average = (day: readonly Volumen[], weekday: number, hora: number) =>
    (day[hora]?.[measure] ?? 0) / Math.max(1, counts[weekday] ?? 1);
  const name = (value: number) =>
    measure === 'pedidos' ? tn('home.average', Math.round(value * 10) / 10) : formatValue(value);
  return (
    <Card title={t('home.week')} note={t('home.weekNote', { range: words(semana) })}>
      <HeatMap
        label={t('home.week')}
        columns={hours.map((hora) => ({ short: String(hora), long: wallHour(hora) }))}
        rows={semana.dias.map((day, weekday) => ({
          name: format.weekday(addDays(SOME_MONDAY, weekday)),
          values: hours.map((hora) => average(day, weekday, hora)),
        }))}
        format={name}
      />
    </Card>
  );
};
