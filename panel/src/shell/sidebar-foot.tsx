import { useState } from 'react';
import { Link } from 'wouter';
import { del } from '../api/http.ts';
import type { Usuario } from '../api/wire.ts';
import { PANEL_ROOT } from '../base-path.ts';
import { useWords } from '../i18n/lang.tsx';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/dialogs/toast.tsx';
import { Preferences } from './preferences.tsx';

/** Reloads the page, so that nothing of this user stays in memory for the next one. */
export const leave = (): void => location.replace(`${PANEL_ROOT}/`);

export const SidebarFoot = ({ usuario }: { usuario: Usuario }) => {
  const { t } = useWords();
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
      <div className="who">
        <span className="avatar" aria-hidden="true">
          {usuario.email.charAt(0)}
        </span>
        <div className="grow">
          <p>
            <Link
              href="/cuenta"
              className="ellipsis main-link small account-link"
              title={usuario.email}
            >
              {usuario.email}
            </Link>
          </p>
          <p className="soft small">{t(`role.${usuario.rol}`)}</p>
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
