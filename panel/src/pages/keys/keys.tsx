import { useState } from 'react';
import { Link } from 'wouter';
import { useLlaves } from '../../api/queries.ts';
import type { Llave } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Chips } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { useCreating } from '../../parts/dialogs/use-creating.tsx';
import { Segments } from '../../parts/field.tsx';
import { GuideLink } from '../../parts/guide.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton, tableOf } from '../../parts/output/csv-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyActions } from './key-actions.tsx';
import { LlaveBadge } from './key-parts.tsx';

type Shown = 'live' | 'all';

export default function KeysPage() {
  const { t } = useWords();
  const query = useLlaves();
  const { button, dialog } = useCreating(t('keys.create'), <CreateKey />);
  return (
    <Page
      title={t('nav.keys')}
      note={
        <>
          {t('keys.note')} <GuideLink guide="keys" />
        </>
      }
      actions={button}
    >
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="key" title={t('keys.none')}>
                <p>{t('keys.noneNote')}</p>
                {button}
              </Empty>
            </Card>
          ) : (
            <KeyList llaves={datos} />
          )
        }
      </Load>
      {dialog}
    </Page>
  );
}

const KeyList = ({ llaves }: { llaves: readonly Llave[] }) => {
  const { t, tn } = useWords();
  const [shown, setShown] = useState<Shown>('live');
  const live = llaves.filter(({ estado }) => estado === 'activa');
  const rows = shown === 'live' ? live : llaves;
  return (
    <Card
      flush
      title={tn('keys.count', live.length)}
      actions={
        <>
          <CsvButton name={t('nav.keys')} rows={tableOf(rows)} />
          <Segments
            label={t('keys.show')}
            value={shown}
            options={[
              ['live', t('keys.active')],
              ['all', t('word.allF')],
            ]}
            onChange={setShown}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty icon="key" title={t('keys.noActive')} />
      ) : (
        <List
          columns={[
            t('word.name'),
            t('word.state'),
            t('keys.scopes'),
            t('keys.lastUse'),
            { figures: t('keys.requests7d') },
          ]}
          withActions
        >
          {rows.map((llave) => (
            <KeyRow key={llave.id} llave={llave} />
          ))}
        </List>
      )}
    </Card>
  );
};

const KeyRow = ({ llave }: { llave: Llave }) => {
  const { t, tn, format } = useWords();
  const { href } = useRestaurant();
  return (
    <tr data-key={llave.id}>
      <td className="name">
        <Link href={href(`/llaves/${llave.id}`)} className="main-link">
          {llave.nombre}
        </Link>
        <br />
        <code className="soft nowrap">{llave.muestra}</code>
      </td>
      <td>
        <LlaveBadge llave={llave} />
      </td>
      <td>
        <Chips words={llave.alcances} />
      </td>
      <td data-label={t('keys.lastUse')} className="nowrap" data-cell="last-use">
        <Ago iso={llave.ultimo_uso_en} />
      </td>
      <td className="num" data-label={t('keys.requests7d')}>
        {format.number(llave.uso['7d'])}
        {llave.uso.limitadas_7d > 0 && (
          <>
            <br />
            <span className="small tone-text-warn">
              {tn('keys.limited', llave.uso.limitadas_7d)}
            </span>
          </>
        )}
      </td>
      <td className="actions">
        {llave.estado === 'activa' && (
          <span className="row tight">
            <KeyActions small llave={llave} />
          </span>
        )}
      </td>
    </tr>
  );
};
