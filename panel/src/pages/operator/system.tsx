import type { ReactNode } from 'react';
import { useSistema } from '../../api/queries.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Moment } from '../../parts/time.tsx';

export const SystemPage = () => {
  const { t, format } = useWords();
  const query = useSistema();
  return (
    <Page title={t('nav.system')} note={t('system.note')}>
      <Load query={query}>
        {(sistema) => {
          const up = new Date(sistema.momento).getTime() - new Date(sistema.iniciado_en).getTime();
          return (
            <>
              <dl className="tiles">
                <Figure name={t('nav.restaurants')}>{format.number(sistema.restaurantes)}</Figure>
                <Figure name={t('nav.users')}>{format.number(sistema.usuarios)}</Figure>
                <Figure name={t('system.keys')}>{format.number(sistema.llaves_activas)}</Figure>
                <Figure name={t('system.memory')}>{format.bytes(sistema.memoria_bytes)}</Figure>
              </dl>
              <Card
                title={t('system.process')}
                actions={
                  <Badge tone={sistema.base_datos.ok ? 'good' : 'bad'}>
                    {t(sistema.base_datos.ok ? 'system.dbOk' : 'system.dbBad')}
                  </Badge>
                }
              >
                <dl className="facts">
                  <Fact name={t('system.version')}>{sistema.version}</Fact>
                  <Fact name="Node">{sistema.node}</Fact>
                  <Fact name={t('system.engine')}>
                    {sistema.motor === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
                  </Fact>
                  <Fact name={t('system.latency')}>
                    {format.tenths(sistema.base_datos.latencia_ms)} ms
                  </Fact>
                  <Fact name={t('system.started')}>
                    <Moment iso={sistema.iniciado_en} />
                  </Fact>
                  <Fact name={t('system.up')}>{format.duration(up)}</Fact>
                </dl>
              </Card>
            </>
          );
        }}
      </Load>
    </Page>
  );
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="tile card">
    <dt className="soft small">{name}</dt>
    <dd>
      <strong>{children}</strong>
    </dd>
  </div>
);
