import { useState } from 'react';
import { Link } from 'wouter';
import { del } from '../api/http.ts';
import type { Usuario } from '../api/wire.ts';
import { useWords } from '../i18n/lang.tsx';
import { Button } from '../parts/button.tsx';
import { useSay } from '../parts/toast.tsx';
import { PANEL_ROOT } from '../place.ts';
import { Preferences } from './preferences.tsx';

/** Begins anew, so that nothing of the person who leaves stays in memory: the next may be somebody else. */
export const leave = (): void => location.replace(`${PANEL_ROOT}/`);

export const SidebarFoot = ({ usuario }: { usuario: Usuario }) => {
  const { t } = useWords();
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await del('/sesion');
      leave();
    } catch (error) {
      say.failed(error);
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
            <Link href="/cuenta" className="account-link" title={usuario.email}>
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
          title={t('do.signOut')}
          onClick={() => void signOut()}
        />
      </div>
    </div>
  );
};
