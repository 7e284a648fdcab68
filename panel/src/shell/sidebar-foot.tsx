import { Link } from 'wouter';
import { useUsuario } from '../api/session.ts';
import { useSignOut } from '../api/use-change.ts';
import { useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/dialogs/toast.tsx';
import { useScope } from '../scope.tsx';
import { Preferences } from './preferences.tsx';

export const SidebarFoot = () => {
  const { t } = useWords();
  const { email, operador, restaurantes } = useUsuario();
  const { cuenta } = useScope();
  const rol = restaurantes.find(({ id }) => id === cuenta?.id)?.rol;
  const toast = useToast();
  const { busy, send } = useSignOut('/sesion', toast.failed);
  return (
    <div className="sidebar-foot">
      <Preferences />
      <div className="row line who">
        <span className="avatar" aria-hidden="true">
          {email.charAt(0)}
        </span>
        <div className="grow">
          <p>
            <Link href="/cuenta" className="ellipsis main-link small account-link" title={email}>
              {email}
            </Link>
          </p>
          {(operador || rol) && (
            <p className="soft small">{t(operador ? 'role.operador' : `role.${rol ?? 'sala'}`)}</p>
          )}
        </div>
        <Button
          look="quiet"
          small
          icon="out"
          busy={busy}
          aria-label={t('do.signOut')}
          onClick={() => send()}
        />
      </div>
    </div>
  );
};
