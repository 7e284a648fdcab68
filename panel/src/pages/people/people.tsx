import { del } from '../../api/http.ts';
import { usePersonas } from '../../api/queries.ts';
import { useUsuario } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import type { Invitacion, Persona } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { Invite } from './invite.tsx';
import { ChangeRol, RemovePerson, ResetFactors, TurnPerson } from './person-actions.tsx';

const TONES = {
  activa: 'good',
  pendiente: 'warn',
  suspendida: 'quiet',
  desactivada: 'quiet',
} as const;

export default function PeoplePage() {
  const { t } = useWords();
  const query = usePersonas();
  const { open } = useDialogs();
  return (
    <Page
      title={t('nav.people')}
      note={t('people.note')}
      actions={
        <Button look="primary" icon="plus" onClick={() => open(<Invite />)}>
          {t('people.invite')}
        </Button>
      }
    >
      <Load query={query}>
        {({ datos, invitaciones }) => (
          <>
            <Card flush>
              <List
                columns={[
                  t('login.email'),
                  t('people.role'),
                  t('word.state'),
                  t('users.lastAccess'),
                ]}
                withActions
              >
                {datos.map((persona) => (
                  <Row key={persona.id} persona={persona} />
                ))}
              </List>
            </Card>
            {invitaciones.length > 0 && (
              <Card flush title={t('people.invitations')}>
                <List columns={[t('login.email'), t('people.role'), t('people.until')]} withActions>
                  {invitaciones.map((invitacion) => (
                    <Invited key={invitacion.id} invitacion={invitacion} />
                  ))}
                </List>
              </Card>
            )}
          </>
        )}
      </Load>
    </Page>
  );
}

const Row = ({ persona }: { persona: Persona }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const { id, email, rol, estado, segundo_factor, ultimo_acceso_en } = persona;
  const isSelf = useUsuario().id === id;
  const turn = estado === 'suspendida' ? 'readmitir' : 'suspender';
  return (
    <tr>
      <td className="strong name">{email}</td>
      <td>{t(`role.${rol}`)}</td>
      <td>
        <Badge tone={TONES[estado]}>{t(`person.${estado}`)}</Badge>
      </td>
      <td data-label={t('users.lastAccess')} className="soft">
        <Ago iso={ultimo_acceso_en} />
      </td>
      <td className="actions">
        <span className="row tight">
          <Button small onClick={() => open(<ChangeRol persona={persona} />)}>
            {t('people.change')}
          </Button>
          {!isSelf && (
            <Button small onClick={() => open(<TurnPerson to={turn} persona={persona} />)}>
              {t(`people.${turn}`)}
            </Button>
          )}
          {!isSelf && segundo_factor && (
            <Button small onClick={() => open(<ResetFactors persona={persona} />)}>
              {t('people.resetFactors')}
            </Button>
          )}
          <Button small look="danger" onClick={() => open(<RemovePerson persona={persona} />)}>
            {t(isSelf ? 'people.leave' : 'people.remove')}
          </Button>
        </span>
      </td>
    </tr>
  );
};

const Invited = ({ invitacion }: { invitacion: Invitacion }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const { id, email, rol, expira_en } = invitacion;
  const withdraw = useChange(() => del(path('personas', 'invitaciones', id)));
  return (
    <tr>
      <td className="strong name">{email}</td>
      <td>{t(`role.${rol}`)}</td>
      <td data-label={t('people.until')} className="soft">
        <Moment iso={expira_en} />
      </td>
      <td className="actions">
        <Button small busy={withdraw.busy} onClick={() => withdraw.send()}>
          {t('people.withdraw')}
        </Button>
      </td>
    </tr>
  );
};
