import { useUsuarios } from '../../api/queries.ts';
import { useUsuario } from '../../api/session.ts';
import type { UsuarioDetalle } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { List } from '../../parts/list.tsx';
import { CsvButton, tableOf } from '../../parts/output/csv-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Ago } from '../../parts/time.tsx';
import { CreateUser } from './create-user.tsx';
import { DeleteUser, OfferLink, RequireFactor, TurnUser } from './user-actions.tsx';

const TONES = { pendiente: 'warn', activo: 'good', desactivado: 'quiet' } as const;

export const UsersPage = () => {
  const { t } = useWords();
  const query = useUsuarios();
  const { open } = useDialogs();
  return (
    <Page
      title={t('nav.users')}
      note={t('users.note')}
      actions={
        <>
          {query.data && <CsvButton name={t('nav.users')} rows={tableOf(query.data.datos)} />}
          <Button look="primary" icon="plus" onClick={() => open(<CreateUser />)}>
            {t('users.create')}
          </Button>
        </>
      }
    >
      <Load query={query}>
        {({ datos }) => (
          <Card flush>
            <List
              columns={[t('login.email'), t('users.role'), t('word.state'), t('users.lastAccess')]}
              withActions
            >
              {datos.map((usuario) => (
                <Row key={usuario.id} usuario={usuario} />
              ))}
            </List>
          </Card>
        )}
      </Load>
    </Page>
  );
};

const Row = ({ usuario }: { usuario: UsuarioDetalle }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  const self = useUsuario().id === usuario.id;
  const { email, operador, restaurantes, estado, ultimo_acceso_en } = usuario;
  const { segundo_factor, factor_exigido } = usuario;
  return (
    <tr>
      <td className="strong name">{email}</td>
      <td>
        {operador && t('role.operador')}
        {restaurantes.map(({ id, nombre, rol }) => (
          <p key={id}>
            {t(`role.${rol}`)}{' '}
            <span className="soft" title={id}>
              {nombre}
            </span>
          </p>
        ))}
      </td>
      <td>
        <span className="row tight">
          <Badge tone={TONES[estado]}>{t(`user.${estado}`)}</Badge>
          {segundo_factor !== 'no' && (
            <Badge tone={segundo_factor === 'si' ? 'good' : 'warn'}>
              {t(`second.${segundo_factor}`)}
            </Badge>
          )}
        </span>
      </td>
      <td data-label={t('users.lastAccess')} className="soft">
        <Ago iso={ultimo_acceso_en} />
      </td>
      <td className="actions">
        <span className="row tight">
          {estado === 'desactivado' ? (
            <>
              <Button small onClick={() => open(<TurnUser to="reactivar" usuario={usuario} />)}>
                {t('users.enable')}
              </Button>
              <Button small look="danger" onClick={() => open(<DeleteUser usuario={usuario} />)}>
                {t('do.delete')}
              </Button>
            </>
          ) : (
            <>
              <Button small onClick={() => open(<OfferLink usuario={usuario} />)}>
                {t('users.link')}
              </Button>
              <Button small onClick={() => open(<RequireFactor usuario={usuario} />)}>
                {t(factor_exigido ? 'users.noFactor' : 'users.factor')}
              </Button>
              {!self && (
                <Button
                  small
                  look="danger"
                  onClick={() => open(<TurnUser to="desactivar" usuario={usuario} />)}
                >
                  {t('users.disable')}
                </Button>
              )}
            </>
          )}
        </span>
      </td>
    </tr>
  );
};
