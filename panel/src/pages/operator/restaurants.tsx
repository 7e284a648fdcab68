import { useState } from 'react';
import { Link } from 'wouter';
import { post } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { useRefresh, useRestaurantes } from '../../api/queries.ts';
import type { Cuenta } from '../../api/wire.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CsvButton, tableOf } from '../../parts/csv-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { SearchField } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { CreateRestaurant } from './create-restaurant.tsx';

type Act = 'suspender' | 'reanudar' | 'ingesta';

export const RestaurantsPage = () => {
  const { t } = useWords();
  const [text, setText] = useState('');
  const query = useRestaurantes(text.trim());
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ act: Act; cuenta: Cuenta } | null>(null);
  return (
    <Page
      title={t('nav.restaurants')}
      note={t('restaurants.note')}
      actions={
        <>
          {query.data && <CsvButton name={t('nav.restaurants')} rows={tableOf(query.data.datos)} />}
          <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
            {t('restaurants.create')}
          </Button>
        </>
      }
    >
      <div className="toolbar">
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
                  t('keys.state'),
                  t('restaurants.ingest'),
                ]}
                withActions
              >
                {datos.map((cuenta) => (
                  <Row key={cuenta.id} cuenta={cuenta} onAsk={(act) => setAsked({ act, cuenta })} />
                ))}
              </List>
              {siguiente !== null && <p className="pager">{t('restaurants.narrow')}</p>}
            </Card>
          )
        }
      </Load>
      {creating && <CreateRestaurant onClose={() => setCreating(false)} />}
      {asked !== null && <Ask {...asked} onClose={() => setAsked(null)} />}
    </Page>
  );
};

const Row = ({ cuenta, onAsk }: { cuenta: Cuenta; onAsk(act: Act): void }) => {
  const { t } = useWords();
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
          <Button small onClick={() => onAsk('ingesta')}>
            {t(ingesta ? 'restaurants.stopIngest' : 'restaurants.startIngest')}
          </Button>
          {activo ? (
            <Button small look="danger" onClick={() => onAsk('suspender')}>
              {t('restaurants.suspend')}
            </Button>
          ) : (
            <Button small onClick={() => onAsk('reanudar')}>
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

const Ask = ({ act, cuenta, onClose }: { act: Act; cuenta: Cuenta; onClose(): void }) => {
  const { t } = useWords();
  const toast = useToast();
  const refresh = useRefresh();
  const name = cuenta.nombre;
  const [action, note, undo] = WORDS[act === 'ingesta' && cuenta.ingesta ? 'parar' : act];
  const confirm = async () => {
    const path = `/operador/restaurantes/${encodeURIComponent(cuenta.id)}/${act}`;
    await post(path, act === 'ingesta' ? { ingesta: !cuenta.ingesta } : {});
    toast.done(`${t(action)}: ${name}`);
    refresh(['restaurantes']);
    refresh(restKey(cuenta.id));
    refresh(['operador']);
  };
  return (
    <ConfirmDialog
      title={`${t(action)}: ${name}`}
      undo={t(undo)}
      reversible
      action={t(action)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};
