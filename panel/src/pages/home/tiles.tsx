import type { Inicio } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';

/** The figures of a day, in order. */
const FIGURES = [
  { of: 'ventas_cents', name: 'word.sales', as: 'money', lessIsBetter: false },
  { of: 'pedidos', name: 'word.orders', as: 'number', lessIsBetter: false },
  { of: 'ticket_medio_cents', name: 'word.ticket', as: 'money', lessIsBetter: false },
  { of: 'cancelados', name: 'word.cancelled', as: 'number', lessIsBetter: true },
] as const;

/** Today in four figures, each compared with yesterday at the same time. */
export const Tiles = ({ inicio: { hoy, ayer, ayer_a_esta_hora: antes } }: { inicio: Inicio }) => {
  const { t } = useWords();
  const format = useFormat();
  return (
    <dl className="tiles">
      {FIGURES.map(({ of, name, as, lessIsBetter }) => (
        <Tile
          key={of}
          name={t(name)}
          value={format[as](hoy[of])}
          now={hoy[of]}
          before={antes[of]}
          whole={format[as](ayer[of])}
          lessIsBetter={lessIsBetter}
        />
      ))}
    </dl>
  );
};

const Tile = ({
  name,
  value,
  now,
  before,
  whole,
  lessIsBetter,
}: {
  name: string;
  value: string;
  now: number;
  before: number;
  whole: string;
  lessIsBetter: boolean;
}) => {
  const { t } = useWords();
  const format = useFormat();
  const change = before === 0 ? null : now / before - 1;
  const better = change !== null && change !== 0 && change > 0 !== lessIsBetter;
  const tone = change === null || Math.abs(change) < 0.005 ? 'same' : better ? 'better' : 'worse';
  const sign = change !== null && change > 0 ? '+' : '';
  return (
    <div className="tile card">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span className="change" data-tone={tone}>
          {change === null ? t('home.noBefore') : `${sign}${format.percent(change)}`}
        </span>
        <small>{t('home.yesterday', { value: whole })}</small>
      </dd>
    </div>
  );
};
