import { useState } from 'react';
import { Link } from 'wouter';
import { del } from '../api/http.ts';
import { useUsuario } from '../api/queries.ts';
import { PANEL_ROOT } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/dialogs/toast.tsx';
import { Preferences } from './preferences.tsx';

/** Reloads the page, so that nothing of this user stays in memory for the next one. */
export const leave = (): void => location.replace(`${PANEL_ROOT}/`);

export const SidebarFoot = () => {
  const { t } = useWords();
  const { email, rol } = useUsuario();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await del('/sesion');
      leave();
    } catch (error) {
      toast.failed(error);
      setBusy(false);
    }
  };
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
          <p className="soft small">{t(`role.${rol}`)}</p>
        </div>
        <Button
          look="quiet"
          small
          icon="out"
          busy={busy}
          aria-label={t('do.signOut')}
          onClick={() => void signOut()}
        />
      </div>
    </div>
  );
};
