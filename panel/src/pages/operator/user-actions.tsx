import { del, post } from '../../api/http.ts';
import { pathOf } from '../../api/paths.ts';
import { useChange } from '../../api/use-change.ts';
import type { UsuarioDetalle, UsuarioInvitado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Hint } from '../../parts/states/states.tsx';
import { ShowLink } from './create-user.tsx';

interface Props {
  usuario: UsuarioDetalle;
}

const userPath = ({ id }: UsuarioDetalle, ...act: string[]): string =>
  pathOf(['operador', 'usuarios', id, ...act]);

export const OfferLink = ({ usuario }: Props) => {
  const { t } = useWords();
  const offer = useChange(() => post<UsuarioInvitado>(userPath(usuario, 'enlace')));
  if (offer.data !== undefined) return <ShowLink {...offer.data} />;
  return (
    <FormDialog
      title={`${t('users.link')}: ${usuario.email}`}
      action={t('users.link')}
      change={offer}
    >
      <p>{t('users.linkNote')}</p>
      <Hint>{t(usuario.estado === 'pendiente' ? 'users.linkReplaces' : 'users.linkUndo')}</Hint>
    </FormDialog>
  );
};

const TURNS = {
  desactivar: ['users.disable', 'users.disableNote', 'users.disableUndo'],
  reactivar: ['users.enable', 'users.enableNote', 'users.enableUndo'],
} as const;

export const TurnUser = ({ to, usuario }: Props & { to: keyof typeof TURNS }) => {
  const { t } = useWords();
  const [action, note, undo] = TURNS[to];
  const title = `${t(action)}: ${usuario.email}`;
  const turn = useAction(
    () => post(userPath(usuario, to)),
    () => title,
  );
  return (
    <ConfirmDialog title={title} undo={t(undo)} action={t(action)} change={turn}>
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};

/** Requires a second factor of somebody, or no longer. */
export const RequireFactor = ({ usuario }: Props) => {
  const { t } = useWords();
  const { email, factor_exigido } = usuario;
  const action = t(factor_exigido ? 'users.noFactor' : 'users.factor');
  const title = `${action}: ${email}`;
  const change = useAction(
    () => post(userPath(usuario, 'factor'), { exigido: !factor_exigido }),
    () => title,
  );
  return (
    <ConfirmDialog title={title} undo={t('users.factorUndo')} action={action} change={change}>
      <p>{t(factor_exigido ? 'users.noFactorNote' : 'users.factorNote')}</p>
    </ConfirmDialog>
  );
};

export const DeleteUser = ({ usuario }: Props) => {
  const { t } = useWords();
  const { email } = usuario;
  const remove = useAction(
    () => del(userPath(usuario)),
    () => `${t('act.usuario.eliminado')}: ${email}`,
  );
  return (
    <ConfirmDialog
      title={t('users.deleteTitle', { email })}
      final={t('users.deleteUndo')}
      action={t('do.delete')}
      change={remove}
    >
      <p>{t('users.deleteNote')}</p>
    </ConfirmDialog>
  );
};
