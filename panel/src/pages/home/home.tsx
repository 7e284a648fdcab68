import { useState } from 'react';
import { useInicio } from '../../api/queries.ts';
import { METODOS_PAGO, TIPOS } from '../../api/values.ts';
import type { Inicio } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Share } from '../../parts/charts/share.tsx';
import { Segments } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadChosen } from '../../parts/states/load.tsx';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { EMPTY_FILTER } from '../orders/filter/filter.ts';
import { SOLD, useOrdersHref } from '../orders/filter/orders-href.ts';
import { FirstSteps } from './first-steps.tsx';
import { BY, DayChart, HourChart, type Measure, WeekMap } from './home-charts.tsx';
import { LatestOrders } from './latest-orders.tsx';
import { OpenNow } from './open-now.tsx';
import { RangeBar, useRange } from './range-bar.tsx';
import { Tiles } from './tiles.tsx';
import { TopProducts } from './top-products.tsx';

export const HomePage = () => {
  const { cuenta } = useRestaurant();
  const [range, setRange] = useRange();
  const query = useInicio(range);
  const { data } = query;
  const isNew = data?.primeros_pasos != null;
  const days = data && { desde: data.rango.desde, hasta: data.rango.hasta };
  return (
    <Page
      title={cuenta.nombre}
      actions={
        <>
          <LiveBadge />
          {!isNew && <ExportButton filter={{ ...EMPTY_FILTER, ...days }} />}
        </>
      }
    >
      <OpenNotices />
      {!isNew && <RangeBar range={range} shown={data} onChange={setRange} />}
      <LoadChosen query={query}>
        {(inicio) =>
          inicio.primeros_pasos === null ? (
            <Figures inicio={inicio} />
          ) : (
            <FirstSteps done={inicio.primeros_pasos} />
          )
        }
      </LoadChosen>
    </Page>
  );
};

const Figures = ({ inicio }: { inicio: Inicio }) => {
  const { t } = useWords();
  const [measure, setMeasure] = useState<Measure>('ventas_cents');
  const measures = (
    <Segments
      label={t('home.measure')}
      value={measure}
      options={[
        ['ventas_cents', t('word.sales')],
        ['pedidos', t('nav.orders')],
      ]}
      onChange={setMeasure}
    />
  );
  return (
    <>
      <Tiles inicio={inicio} />
      {inicio.rango.en_curso && <OpenNow abiertos={inicio.abiertos} />}
      <div className="grid-2">
        <Card title={t('home.byHour')} actions={measures}>
          <HourChart inicio={inicio} measure={measure} />
        </Card>
        <Card title={t(BY[inicio.grano])} actions={measures} className="chart-days">
          <DayChart inicio={inicio} measure={measure} />
        </Card>
        <div className="stack wide">
          <TopProducts inicio={inicio} />
          <Card title={t('home.mix')}>
            <MixChart inicio={inicio} />
          </Card>
          <Card title={t('home.methods')}>
            <MethodChart inicio={inicio} />
          </Card>
        </div>
        <div className="stack wide">
          <WeekMap inicio={inicio} measure={measure} />
          {inicio.rango.en_curso && <LatestOrders pedidos={inicio.ultimos} />}
        </div>
      </div>
    </>
  );
};

const MixChart = ({ inicio: { mix_tipo, rango } }: { inicio: Inicio }) => {
  const { t } = useWords();
  const ordersHref = useOrdersHref();
  const { desde, hasta } = rango;
  return (
    <Share
      parts={TIPOS.map((tipo) => ({
        key: tipo,
        name: t(`tipo.${tipo}`),
        value: mix_tipo[tipo],
        href: ordersHref({ estado: SOLD, tipo, desde, hasta }),
      }))}
    />
  );
};

/** The sales of each method, as the cash-up of these days has them. */
const MethodChart = ({ inicio: { por_metodo, rango } }: { inicio: Inicio }) => {
  const { open, format } = useWords();
  const ordersHref = useOrdersHref();
  const { desde, hasta } = rango;
  const known = METODOS_PAGO.map(
    (metodo) =>
      por_metodo.find((each) => each.metodo === metodo) ?? { metodo, pedidos: 0, total_cents: 0 },
  );
  const others = por_metodo.filter(({ metodo }) => !METODOS_PAGO.some((one) => one === metodo));
  return (
    <Share
      format={format.moneyBrief}
      parts={[...known, ...others].map(({ metodo, total_cents }) => ({
        key: metodo,
        name: open('pago', metodo),
        value: total_cents,
        href: ordersHref({ estado: SOLD, metodo_pago: metodo, desde, hasta }),
      }))}
    />
  );
};
