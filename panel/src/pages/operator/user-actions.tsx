import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/http.ts';
import { useRefresh } from '../../api/queries.ts';
import type { UsuarioDetalle, UsuarioInvitado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { ShowLink } from './create-user.tsx';

interface Props {
  usuario: UsuarioDetalle;
  onClose(): void;
}

const actPath = ({ id }: UsuarioDetalle, act: string): string =>
  `/operador/usuarios/${encodeURIComponent(id)}/${act}`;

export const OfferLink = ({ usuario, onClose }: Props) => {
  const { t } = useWords();
  const refresh = useRefresh();
  const offer = useMutation({
    mutationFn: () => post<UsuarioInvitado>(actPath(usuario, 'enlace')),
    onSuccess: () => refresh(['operador']),
  });
  if (offer.data !== undefined) return <ShowLink {...offer.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`${t('users.link')}: ${usuario.email}`}
      action={t('users.link')}
      sending={offer}
      onClose={onClose}
    >
      <p>{t('users.linkNote')}</p>
      <Hint>{t('users.linkUndo')}</Hint>
    </FormDialog>
  );
};

const TURNS = {
  desactivar: ['users.disable', 'users.disableNote', 'users.disableUndo'],
  reactivar: ['users.enable', 'users.enableNote', 'users.enableUndo'],
} as const;

export const TurnUser = ({ to, usuario, onClose }: Props & { to: keyof typeof TURNS }) => {
  const { t } = useWords();
  const toast = useToast();
  const refresh = useRefresh();
  const [action, note, undo] = TURNS[to];
  const turn = async () => {
    await post(actPath(usuario, to));
    toast.done(`${t(action)}: ${usuario.email}`);
    refresh(['operador']);
  };
  return (
    <ConfirmDialog
      title={`${t(action)}: ${usuario.email}`}
      undo={t(undo)}
      reversible
      action={t(action)}
      onConfirm={turn}
      onClose={onClose}
    >
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};
