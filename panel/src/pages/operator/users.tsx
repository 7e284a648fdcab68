import { useState } from 'react';
import { useSesion, useUsuarios } from '../../api/queries.ts';
import type { UsuarioListado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CsvButton, tableOf } from '../../parts/csv-button.tsx';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Ago } from '../../parts/time.tsx';
import { CreateUser } from './create-user.tsx';
import { OfferLink, TurnUser } from './user-actions.tsx';

type Act = 'enlace' | 'desactivar' | 'reactivar';

const TONES = { pendiente: 'warn', activo: 'good', desactivado: 'quiet' } as const;

export const UsersPage = () => {
  const { t } = useWords();
  const query = useUsuarios();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ act: Act; usuario: UsuarioListado } | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title={t('nav.users')}
      note={t('users.note')}
      actions={
        <>
          {query.data && <CsvButton name={t('nav.users')} rows={tableOf(query.data.datos)} />}
          <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
            {t('users.create')}
          </Button>
        </>
      }
    >
      <Load query={query}>
        {({ datos }) => (
          <Card flush>
            <List
              columns={[t('login.email'), t('users.role'), t('keys.state'), t('users.lastAccess')]}
              withActions
            >
              {datos.map((usuario) => (
                <Row
                  key={usuario.id}
                  usuario={usuario}
                  onAsk={(act) => setAsked({ act, usuario })}
                />
              ))}
            </List>
          </Card>
        )}
      </Load>
      {creating && <CreateUser onClose={() => setCreating(false)} />}
      {asked?.act === 'enlace' && <OfferLink usuario={asked.usuario} onClose={close} />}
      {asked !== null && asked.act !== 'enlace' && (
        <TurnUser to={asked.act} usuario={asked.usuario} onClose={close} />
      )}
    </Page>
  );
};

const Row = ({ usuario, onAsk }: { usuario: UsuarioListado; onAsk(act: Act): void }) => {
  const { t } = useWords();
  const self = useSesion().data?.sesion?.usuario.id === usuario.id;
  const { email, rol, restaurante_id, restaurante_nombre, estado, ultimo_acceso_en } = usuario;
  return (
    <tr>
      <td className="strong name">{email}</td>
      <td>
        {t(`role.${rol}`)}
        {restaurante_id !== null && (
          <>
            <br />
            <span className="soft" title={restaurante_id}>
              {restaurante_nombre}
            </span>
          </>
        )}
      </td>
      <td>
        <Badge tone={TONES[estado]}>{t(`user.${estado}`)}</Badge>
      </td>
      <td data-label={t('users.lastAccess')} className="soft">
        {ultimo_acceso_en === null ? t('keys.never') : <Ago iso={ultimo_acceso_en} />}
      </td>
      <td className="actions">
        <span className="row tight">
          {estado === 'desactivado' ? (
            <Button small onClick={() => onAsk('reactivar')}>
              {t('users.enable')}
            </Button>
          ) : (
            <>
              <Button small onClick={() => onAsk('enlace')}>
                {t('users.link')}
              </Button>
              {!self && (
                <Button small look="danger" onClick={() => onAsk('desactivar')}>
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
