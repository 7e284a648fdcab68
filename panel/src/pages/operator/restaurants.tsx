import { useState } from 'react';
import { Link } from 'wouter';
import { post } from '../../api/http.ts';
import { pathOf } from '../../api/paths.ts';
import { useRestaurantes } from '../../api/queries.ts';
import type { Cuenta } from '../../api/wire.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { SearchField } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton, tableOf } from '../../parts/output/csv-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { CreateRestaurant } from './create-restaurant.tsx';

type Act = 'suspender' | 'reanudar' | 'ingesta';

export const RestaurantsPage = () => {
  const { t } = useWords();
  const [text, setText] = useState('');
  const query = useRestaurantes(useSettled(text.trim()));
  const { open } = useDialogs();
  return (
    <Page
      title={t('nav.restaurants')}
      note={t('restaurants.note')}
      actions={
        <>
          {query.data && <CsvButton name={t('nav.restaurants')} rows={tableOf(query.data.datos)} />}
          <Button look="primary" icon="plus" onClick={() => open(<CreateRestaurant />)}>
            {t('restaurants.create')}
          </Button>
        </>
      }
    >
      <div className="row toolbar">
        <SearchField label={t('restaurants.search')} value={text} onChange={setText} />
      </div>
      <Load query={query}>
        {({ datos, siguiente }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="store" title={t('restaurants.none')} />
            </Card>
          ) : (
            <Card flush>
              <List
                columns={[
                  t('nav.restaurant'),
                  t('profile.zone'),
                  t('word.state'),
                  t('restaurants.ingest'),
                ]}
                withActions
              >
                {datos.map((cuenta) => (
                  <Row key={cuenta.id} cuenta={cuenta} />
                ))}
              </List>
              {siguiente !== null && (
                <p className="row spread soft small pager">{t('restaurants.narrow')}</p>
              )}
            </Card>
          )
        }
      </Load>
    </Page>
  );
};

const Row = ({ cuenta }: { cuenta: Cuenta }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const ask = (act: Act) => open(<Ask act={act} cuenta={cuenta} />);
  const { id, nombre, zona_horaria, activo, ingesta } = cuenta;
  return (
    <tr>
      <td className="name">
        <Link href={restaurantHref(id)} className="main-link">
          {nombre}
        </Link>
        <br />
        <code className="soft">{id}</code>
      </td>
      <td className="soft">{zona_horaria}</td>
      <td>
        <Badge tone={activo ? 'good' : 'bad'}>
          {t(activo ? 'restaurants.active' : 'restaurants.suspended')}
        </Badge>
      </td>
      <td data-label={t('restaurants.ingest')}>
        <Badge tone={ingesta ? 'good' : 'quiet'}>{t(ingesta ? 'word.on' : 'word.off')}</Badge>
      </td>
      <td className="actions">
        <span className="row tight">
          <Button small onClick={() => ask('ingesta')}>
            {t(ingesta ? 'restaurants.stopIngest' : 'restaurants.startIngest')}
          </Button>
          {activo ? (
            <Button small look="danger" onClick={() => ask('suspender')}>
              {t('restaurants.suspend')}
            </Button>
          ) : (
            <Button small onClick={() => ask('reanudar')}>
              {t('restaurants.resume')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
};

const WORDS = {
  suspender: ['restaurants.suspend', 'restaurants.suspendNote', 'restaurants.suspendUndo'],
  reanudar: ['restaurants.resume', 'restaurants.resumeNote', 'restaurants.resumeUndo'],
  ingesta: ['restaurants.startIngest', 'restaurants.startIngestNote', 'restaurants.ingestUndo'],
  parar: ['restaurants.stopIngest', 'restaurants.stopIngestNote', 'restaurants.ingestUndo'],
} as const;

const Ask = ({ act, cuenta }: { act: Act; cuenta: Cuenta }) => {
  const { t } = useWords();
  const [action, note, undo] = WORDS[act === 'ingesta' && cuenta.ingesta ? 'parar' : act];
  const title = `${t(action)}: ${cuenta.nombre}`;
  const path = pathOf(['operador', 'restaurantes', cuenta.id, act]);
  const body = act === 'ingesta' ? { ingesta: !cuenta.ingesta } : {};
  const change = useAction(
    () => post(path, body),
    () => title,
  );
  return (
    <ConfirmDialog title={title} undo={t(undo)} action={t(action)} change={change}>
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};
