import { useState } from 'react';
import { post } from '../../api/http.ts';
import { useRefresh } from '../../api/queries.ts';
import type { UsuarioDetalle, UsuarioInvitado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useSay } from '../../parts/toast.tsx';
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
  const say = useSay();
  const refresh = useRefresh();
  const [invitation, setInvitation] = useState<UsuarioInvitado | null>(null);
  if (invitation !== null) return <ShowLink {...invitation} onClose={onClose} />;
  const [action, note, undo] = WORDS[act];
  const confirm = async () => {
    const path = `/operador/usuarios/${encodeURIComponent(usuario.id)}/${act}`;
    if (act === 'enlace') setInvitation(await post<UsuarioInvitado>(path));
    else {
      await post(path);
      say.done(`${t(action)}: ${usuario.email}`);
    }
    await refresh(['operador']);
  };
  return (
    <Confirm
      title={`${t(action)}: ${usuario.email}`}
      undo={t(undo)}
      reversible
      action={t(action)}
      onConfirm={confirm}
      // The link that was made is shown in the place of the question.
      onClose={() => act === 'enlace' || onClose()}
      onCancel={onClose}
    >
      <p>{t(note)}</p>
    </Confirm>
  );
};
