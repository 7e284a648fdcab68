import { useLlaves, useUsoLlave } from '../../api/queries.ts';
import type { Llave } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Chips } from '../../parts/badge.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { Bars } from '../../parts/charts/bars.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty, Skeleton } from '../../parts/states/states.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { KeyActions } from './key-actions.tsx';
import { LlaveBadge } from './key-parts.tsx';
import { KeyTrail } from './key-trail.tsx';

/** As long as the trail is kept. */
const DIAS = 90;

export default function KeyPage({ llaveId }: { llaveId: string }) {
  const { t } = useWords();
  const { href } = useRestaurant();
  const query = useLlaves();
  const llave = query.data?.datos.find((one) => one.id === llaveId);
  return (
    <Page
      title={llave?.nombre ?? t('keys.key')}
      back={{ href: href('/llaves'), text: t('nav.keys') }}
      actions={llave?.estado === 'activa' && <KeyActions llave={llave} />}
    >
      <OpenNotices objeto={llaveId} />
      <Load query={query}>
        {() => (llave ? <Key llave={llave} /> : <Empty icon="key" title={t('state.notFound')} />)}
      </Load>
    </Page>
  );
}

const Key = ({ llave }: { llave: Llave }) => {
  const { t } = useWords();
  return (
    <>
      <Card>
        <dl className="facts wide">
          <Fact name={t('word.state')}>
            <LlaveBadge llave={llave} />
          </Fact>
          <Fact name={t('keys.key')}>
            <code>{llave.muestra}</code>
          </Fact>
          <Fact name={t('word.createdBy')}>
            {llave.creador}
            <br />
            <Moment iso={llave.creada_en} />
          </Fact>
          <Fact name={t('keys.lastUse')}>
            <Ago iso={llave.ultimo_uso_en} />
          </Fact>
          <Fact name={t('key.revocada')}>
            {llave.revocada_en !== null && <Moment iso={llave.revocada_en} />}
          </Fact>
          <Fact name={t('keys.scopes')}>
            <Chips words={llave.alcances} />
          </Fact>
        </dl>
      </Card>
      <Usage llave={llave} />
      <KeyTrail llaveId={llave.id} />
    </>
  );
};

const Usage = ({ llave }: { llave: Llave }) => {
  const { t, tn, format } = useWords();
  const query = useUsoLlave(llave.id, DIAS);
  return (
    <Card title={t('keys.usage')} note={t('keys.usageNote')}>
      <Load query={query} waiting={<Skeleton lines={5} />}>
        {({ datos }) => {
          const sum = (of: 'peticiones' | 'limitadas' | 'errores') =>
            datos.reduce((total, dia) => total + dia[of], 0);
          if (sum('peticiones') === 0) return <Empty icon="activity" title={t('keys.noUsage')} />;
          return (
            <div className="stack">
              <Bars
                label={t('keys.usage')}
                series={[t('keys.requests'), t('keys.refused')]}
                format={(value) => tn('count.requests', value)}
                formatAxis={format.number}
                points={datos.map(({ dia, peticiones, limitadas }) => ({
                  key: dia,
                  short: format.dayShort(dia),
                  long: format.day(dia),
                  value: peticiones,
                  before: limitadas,
                }))}
              />
              <dl className="facts">
                <Fact name={t('keys.requests')}>{format.number(sum('peticiones'))}</Fact>
                <Fact name={t('keys.refused')}>{format.number(sum('limitadas'))}</Fact>
                <Fact name={t('keys.errors')}>{format.number(sum('errores'))}</Fact>
              </dl>
            </div>
          );
        }}
      </Load>
    </Card>
  );
};
