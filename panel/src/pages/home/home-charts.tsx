import type { Inicio } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Bars } from '../../parts/charts/bars.tsx';

export type Measure = 'ventas_cents' | 'pedidos';

interface Props {
  inicio: Inicio;
  measure: Measure;
}

const useMeasure = (measure: Measure) => {
  const format = useFormat();
  const { tn } = useWords();
  return measure === 'pedidos'
    ? { format: (value: number) => tn('count.orders', value), formatAxis: format.number }
    : { format: (value: number) => format.money(value), formatAxis: format.moneyShort };
};

/** The hours from the first sale to the last, with a margin. */
const openHours = ({ por_hora }: Inicio) => {
  const busy = por_hora.filter(({ hoy, ayer }) => hoy.pedidos + ayer.pedidos > 0);
  const first = Math.min(busy[0]?.hora ?? 12, 12);
  const last = Math.max(busy.at(-1)?.hora ?? 23, 22);
  return por_hora.filter(({ hora }) => hora >= first && hora <= last);
};

export const HourChart = ({ inicio, measure }: Props) => {
  const { t } = useWords();
  return (
    <Bars
      {...useMeasure(measure)}
      label={t('home.byHour')}
      series={[t('word.today'), t('word.yesterday')]}
      points={openHours(inicio).map(({ hora, hoy, ayer }) => ({
        key: String(hora),
        short: `${hora} h`,
        long: `${String(hora).padStart(2, '0')}:00–${String(hora + 1).padStart(2, '0')}:00`,
        value: hoy[measure],
        before: ayer[measure],
      }))}
    />
  );
};

export const DayChart = ({ inicio, measure }: Props) => {
  const { t } = useWords();
  const format = useFormat();
  const last = inicio.por_dia.length - 1;
  return (
    <Bars
      {...useMeasure(measure)}
      label={t('home.byDay')}
      series={[t('word.30d')]}
      points={inicio.por_dia.map((day, i) => ({
        key: day.dia,
        short: format.dayShort(day.dia),
        long: format.day(day.dia),
        value: day[measure],
        current: i === last,
      }))}
    />
  );
};
