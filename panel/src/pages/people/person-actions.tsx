import { useState } from 'react';
import { del, post } from '../../api/http.ts';
import type { Persona, Rol } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { useRestaurant } from '../../scope.tsx';
import { RolSelect } from './rol-select.tsx';

interface Props {
  persona: Persona;
}

export const ChangeRol = ({ persona: { id, email, rol: before } }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const [rol, setRol] = useState<Rol>(before);
  const title = `${t('people.change')}: ${email}`;
  const change = useAction(
    () => post(path('personas', id, 'puesto'), { rol }),
    () => `${email}: ${t(`role.${rol}`)}`,
  );
  return (
    <FormDialog title={title} action={t('people.change')} change={change}>
      <RolSelect value={rol} onChange={setRol} />
    </FormDialog>
  );
};

const TURNS = {
  suspender: ['people.suspender', 'people.suspendNote', 'people.suspendUndo'],
  readmitir: ['people.readmitir', 'people.readmitNote', 'people.readmitUndo'],
} as const;

export const TurnPerson = ({ to, persona: { id, email } }: Props & { to: keyof typeof TURNS }) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const [action, note, undo] = TURNS[to];
  const title = `${t(action)}: ${email}`;
  const turn = useAction(
    () => post(path('personas', id, to)),
    () => title,
  );
  return (
    <ConfirmDialog title={title} action={t(action)} undo={t(undo)} change={turn}>
      <p>{t(note)}</p>
    </ConfirmDialog>
  );
};

export const RemovePerson = ({ persona: { id, email } }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const title = t('people.removeTitle', { email });
  const remove = useAction(
    () => del(path('personas', id)),
    () => `${t('people.remove')}: ${email}`,
  );
  return (
    <ConfirmDialog
      title={title}
      action={t('people.remove')}
      undo={t('people.removeUndo')}
      change={remove}
    >
      <p>{t('people.removeNote')}</p>
    </ConfirmDialog>
  );
};

/** For somebody who lost them. */
export const ResetFactors = ({ persona: { id, email } }: Props) => {
  const { t } = useWords();
  const { path } = useRestaurant();
  const title = `${t('people.resetFactors')}: ${email}`;
  const reset = useAction(
    () => del(path('personas', id, 'factores')),
    () => title,
  );
  return (
    <ConfirmDialog
      title={title}
      action={t('people.resetFactors')}
      undo={t('people.resetUndo')}
      change={reset}
    >
      <p>{t('people.resetNote')}</p>
    </ConfirmDialog>
  );
};
