import { useState } from 'react';
import { post } from '../../api/http.ts';
import { useRefresh } from '../../api/queries.ts';
import type { UsuarioDetalle, UsuarioInvitado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { ShowLink } from './create-user.tsx';

export type UserAct = 'enlace' | 'desactivar' | 'reactivar';

const WORDS = {
  enlace: ['users.link', 'users.linkNote', 'users.linkUndo'],
  desactivar: ['users.disable', 'users.disableNote', 'users.disableUndo'],
  reactivar: ['users.enable', 'users.enableNote', 'users.enableUndo'],
} as const;

export const AskUser = ({
  act,
  usuario,
  onClose,
}: {
  act: UserAct;
  usuario: UsuarioDetalle;
  onClose(): void;
}) => {
  const { t } = useWords();
  const toast = useToast();
  const refresh = useRefresh();
  const [invitation, setInvitation] = useState<UsuarioInvitado | null>(null);
  if (invitation !== null) return <ShowLink {...invitation} onClose={onClose} />;
  const [action, note, undo] = WORDS[act];
  const confirm = async () => {
    const path = `/operador/usuarios/${encodeURIComponent(usuario.id)}/${act}`;
    if (act === 'enlace') setInvitation(await post<UsuarioInvitado>(path));
    else {
      await post(path);
      toast.done(`${t(action)}: ${usuario.email}`);
    }
    await refresh(['operador']);
  };
  return (
    <ConfirmDialog
      title={`${t(action)}: ${usuario.email}`}
      undo={t(undo)}
      reversible
      action={t(action)}
      onConfirm={confirm}
      // The new link replaces the question.
      onClose={() => act === 'enlace' || onClose()}
      onCancel={onClose}
    >
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};
