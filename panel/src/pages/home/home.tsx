import { useState } from 'react';
import { Link } from 'wouter';
import { useInicio } from '../../api/queries.ts';
import { ABIERTOS } from '../../api/values.ts';
import type { Inicio } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Share } from '../../parts/charts/share.tsx';
import { Segments } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { DayChart, HourChart, type Measure } from './home-charts.tsx';
import { LatestOrders } from './latest-orders.tsx';
import { Tiles } from './tiles.tsx';
import { TopProducts } from './top-products.tsx';

type Span = 'hoy' | '7d';

export const HomePage = () => {
  const { t } = useWords();
  const { id, cuenta } = useRestaurant();
  const query = useInicio(id);
  return (
    <Page title={cuenta.nombre} note={t('home.note')} actions={<LiveBadge />}>
      <Load query={query}>{(inicio) => <Figures inicio={inicio} />}</Load>
    </Page>
  );
};

const Figures = ({ inicio }: { inicio: Inicio }) => {
  const { t } = useWords();
  const [measure, setMeasure] = useState<Measure>('ventas_cents');
  const [span, setSpan] = useState<Span>('hoy');
  if (inicio.por_dia.every(({ pedidos, cancelados }) => pedidos + cancelados === 0)) {
    return (
      <Empty icon="orders" title={t('home.empty')}>
        <p>{t('home.emptyNote')}</p>
      </Empty>
    );
  }
  const measures = (
    <Segments
      label={t('home.measure')}
      value={measure}
      options={[
        ['ventas_cents', t('word.sales')],
        ['pedidos', t('word.orders')],
      ]}
      onChange={setMeasure}
    />
  );
  const spans = (
    <Segments
      label={t('home.span')}
      value={span}
      options={[
        ['hoy', t('word.today')],
        ['7d', t('word.7d')],
      ]}
      onChange={setSpan}
    />
  );
  return (
    <>
      <Tiles inicio={inicio} />
      <OpenNow abiertos={inicio.abiertos} />
      <div className="grid-2">
        <Card title={t('home.byHour')} actions={measures}>
          <HourChart inicio={inicio} measure={measure} />
        </Card>
        <Card title={t('home.byDay')} actions={measures} className="chart-days">
          <DayChart inicio={inicio} measure={measure} />
        </Card>
        <Card title={t('home.top')} actions={spans}>
          <TopProducts productos={inicio.top_productos[span]} />
        </Card>
        <div className="stack wide">
          <Card title={t('home.mix')} actions={spans}>
            <MixChart inicio={inicio} span={span} />
          </Card>
          <LatestOrders />
        </div>
      </div>
    </>
  );
};

const MixChart = ({ inicio, span }: { inicio: Inicio; span: Span }) => {
  const { t } = useWords();
  const mix = inicio.mix_tipo[span];
  return (
    <Share
      parts={(['reparto', 'recogida', 'mesa'] as const).map((tipo) => ({
        key: tipo,
        name: t(`tipo.${tipo}`),
        value: mix[tipo],
      }))}
    />
  );
};

/** The open orders by state; each links to its column of the board. */
const OpenNow = ({ abiertos }: { abiertos: Inicio['abiertos'] }) => {
  const { t } = useWords();
  const format = useFormat();
  const { href } = useRestaurant();
  return (
    <nav className="open-now" aria-label={t('home.open')}>
      {ABIERTOS.map((estado) => (
        <Link
          key={estado}
          href={href('/pedidos')}
          className={`open-state tone-${ESTADO_TONE[estado]}`}
          data-none={abiertos[estado] === 0}
        >
          <strong>{format.number(abiertos[estado])}</strong>
          <span>{t(`estado.${estado}`)}</span>
        </Link>
      ))}
    </nav>
  );
};
