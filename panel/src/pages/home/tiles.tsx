import type { Inicio } from '../../api/panel.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';

/** Today in four figures, each against yesterday at the same time of day. */
export const Tiles = ({ inicio: { hoy, ayer, ayer_a_esta_hora: antes } }: { inicio: Inicio }) => {
  const { t } = useWords();
  const format = useFormat();
  return (
    <dl className="tiles">
      <Tile
        name={t('word.sales')}
        value={format.money(hoy.ventas_cents)}
        now={hoy.ventas_cents}
        before={antes.ventas_cents}
        whole={format.money(ayer.ventas_cents)}
      />
      <Tile
        name={t('word.orders')}
        value={format.number(hoy.pedidos)}
        now={hoy.pedidos}
        before={antes.pedidos}
        whole={format.number(ayer.pedidos)}
      />
      <Tile
        name={t('word.ticket')}
        value={format.money(hoy.ticket_medio_cents)}
        now={hoy.ticket_medio_cents}
        before={antes.ticket_medio_cents}
        whole={format.money(ayer.ticket_medio_cents)}
      />
      <Tile
        name={t('word.cancelled')}
        value={format.number(hoy.cancelados)}
        now={hoy.cancelados}
        before={antes.cancelados}
        whole={format.number(ayer.cancelados)}
        lessIsBetter
      />
    </dl>
  );
};

const Tile = ({
  name,
  value,
  now,
  before,
  whole,
  lessIsBetter = false,
}: {
  name: string;
  value: string;
  now: number;
  before: number;
  whole: string;
  lessIsBetter?: boolean;
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
