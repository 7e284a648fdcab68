import { post } from '../../api/http.ts';
import { usePantallas } from '../../api/queries.ts';
import type { Pantalla } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { List } from '../../parts/list.tsx';
import { CsvButton, tableOf } from '../../parts/output/csv-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago, useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { CreateScreen } from './create-screen.tsx';
import { DeadlinesButton } from './deadlines.tsx';

/** The server notes once a minute that a screen was seen. */
const ONLINE_MS = 90_000;

export default function ScreensPage() {
  const { t, tn } = useWords();
  const query = usePantallas();
  const { open } = useDialogs();
  const create = (
    <Button look="primary" icon="plus" onClick={() => open(<CreateScreen />)}>
      {t('screens.create')}
    </Button>
  );
  return (
    <Page
      title={t('nav.screens')}
      note={t('screens.note')}
      actions={
        <>
          <DeadlinesButton />
          {create}
        </>
      }
    >
      <OpenNotices tipo="pantalla_ausente" />
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="device" title={t('screens.none')}>
                <p>{t('screens.noneNote')}</p>
                {create}
              </Empty>
            </Card>
          ) : (
            <Card
              flush
              title={tn('screens.count', datos.length)}
              actions={<CsvButton name={t('nav.screens')} rows={tableOf(datos)} />}
            >
              <List
                columns={[
                  t('word.name'),
                  t('screens.shows'),
                  t('screens.seen'),
                  t('word.createdBy'),
                ]}
                withActions
              >
                {datos.map((pantalla) => (
                  <ScreenRow key={pantalla.id} pantalla={pantalla} />
                ))}
              </List>
            </Card>
          )
        }
      </Load>
    </Page>
  );
}

const ScreenRow = ({ pantalla }: { pantalla: Pantalla }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const now = useNow();
  const { nombre, clase, vista_en, creada_en, creador } = pantalla;
  const isOn = vista_en !== null && now - new Date(vista_en).getTime() < ONLINE_MS;
  return (
    <tr>
      <td className="name">
        <strong>{nombre}</strong>
      </td>
      <td data-label={t('screens.shows')}>{t(`clase.${clase}`)}</td>
      <td data-label={t('screens.seen')}>
        <span className="row tight">
          {isOn ? <Badge tone="good">{t('screens.online')}</Badge> : <Ago iso={vista_en} />}
        </span>
      </td>
      <td data-label={t('word.createdBy')}>
        <span className="wrap-anywhere">{creador}</span>
        <br />
        <span className="soft small">
          <Ago iso={creada_en} />
        </span>
      </td>
      <td className="actions">
        <Button small look="danger" onClick={() => open(<RevokeScreen pantalla={pantalla} />)}>
          {t('screens.revoke')}
        </Button>
      </td>
    </tr>
  );
};

const RevokeScreen = ({ pantalla }: { pantalla: Pantalla }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const name = pantalla.nombre;
  const revoke = useAction(
    () => post(path('pantallas', pantalla.id, 'revocar')),
    () => t('screens.revoked', { name }),
  );
  return (
    <ConfirmDialog
      title={t('screens.revokeTitle', { name })}
      final={t('screens.revokeUndo')}
      action={t('screens.revoke')}
      change={revoke}
    >
      <p>{t('screens.revokeNote')}</p>
    </ConfirmDialog>
  );
};
