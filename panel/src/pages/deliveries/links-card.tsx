import { post } from '../../api/http.ts';
import { useEnlaces } from '../../api/resources/deliveries.ts';
import type { EnlaceDatos } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { List } from '../../parts/list.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { CreateLink } from './create-link.tsx';

const TONES = { activa: 'good', expirada: 'warn', revocada: 'quiet' } as const;

/** The read links of the restaurant. */
export const LinksCard = () => {
  const { t } = useWords();
  const { open } = useDialogs();
  const query = useEnlaces();
  return (
    <Card
      flush
      title={t('links.title')}
      note={t('links.note')}
      actions={
        <Button icon="plus" onClick={() => open(<CreateLink />)}>
          {t('links.create')}
        </Button>
      }
    >
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Empty icon="download" title={t('links.none')} />
          ) : (
            <List
              columns={[
                t('word.name'),
                t('links.what'),
                t('word.state'),
                { figures: t('links.uses') },
                t('keys.lastUse'),
              ]}
              withActions
            >
              {datos.map((enlace) => (
                <LinkRow key={enlace.id} enlace={enlace} />
              ))}
            </List>
          )
        }
      </Load>
    </Card>
  );
};

const LinkRow = ({ enlace }: { enlace: EnlaceDatos }) => {
  const { t, format } = useWords();
  const { open } = useDialogs();
  const { nombre, tabla, rango, fecha, estado, muestra, creador } = enlace;
  return (
    <tr>
      <td className="name">
        <strong className="wrap-anywhere">{nombre}</strong>
        <br />
        <span className="soft small wrap-anywhere">
          <span className="code">{muestra}</span> · {creador ?? t('links.someone')}
        </span>
      </td>
      <td data-label={t('links.what')}>
        {t(`tabla.${tabla}`)}
        <br />
        <span className="soft small">
          {t(`rango.${rango}`)} · {t(`fecha.${fecha}`)}
        </span>
      </td>
      <td data-label={t('word.state')}>
        <span className="row tight">
          <Badge tone={TONES[estado]}>{t(`link.${estado}`)}</Badge>
          {estado === 'activa' && enlace.expira_en !== null && (
            <span className="soft small">
              {t('keys.until', { when: format.dateTime(enlace.expira_en) })}
            </span>
          )}
        </span>
      </td>
      <td className="num" data-label={t('links.uses')}>
        {format.number(enlace.usos)}
      </td>
      <td data-label={t('keys.lastUse')}>
        <Ago iso={enlace.ultimo_uso_en} />
      </td>
      <td className="actions">
        {estado === 'activa' && (
          <Button small look="danger" onClick={() => open(<RevokeLink enlace={enlace} />)}>
            {t('keys.revoke')}
          </Button>
        )}
      </td>
    </tr>
  );
};

const RevokeLink = ({ enlace: { id, nombre: name } }: { enlace: EnlaceDatos }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const revoke = useAction(
    () => post(path('enlaces', id, 'revocar')),
    () => t('links.revoked', { name }),
  );
  return (
    <ConfirmDialog
      title={t('links.revokeTitle', { name })}
      final={t('links.revokeUndo')}
      action={t('keys.revoke')}
      change={revoke}
    >
      <p>{t('links.revokeNote')}</p>
    </ConfirmDialog>
  );
};
