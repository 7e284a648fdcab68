import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { changeSesion } from '../api/client.ts';
import { del } from '../api/http.ts';
import type { Usuario } from '../api/panel.ts';
import { useWords } from '../i18n/lang.tsx';
import { Button } from '../parts/button.tsx';
import { useSay } from '../parts/toast.tsx';
import { Preferences } from './preferences.tsx';

/** Forgets everything of the person who leaves: the next one may be somebody else. */
export const useLeave = () => {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return () => {
    changeSesion(client, null);
    navigate('/', { replace: true });
  };
};

export const SidebarFoot = ({ usuario }: { usuario: Usuario }) => {
  const { t } = useWords();
  const say = useSay();
  const leave = useLeave();
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
