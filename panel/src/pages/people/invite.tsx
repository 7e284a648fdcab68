import { useState } from 'react';
import { post } from '../../api/http.ts';
import { usePersonas } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import type { InvitacionHecha, Rol } from '../../api/wire.ts';
import { reachableUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { FormDialog, textIn } from '../../parts/dialogs/form-dialog.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Field } from '../../parts/field.tsx';
import { Hint } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { RolSelect } from './rol-select.tsx';

/** Sends the invitation by mail; where mail is off, shows its link, once. */
export const Invite = () => {
  const { t, format } = useWords();
  const { path } = useRestaurant();
  const { close } = useDialogs();
  const toast = useToast();
  const [rol, setRol] = useState<Rol>('encargada');
  const isMailOn = usePersonas().data?.correo === true;
  const invite = useChange(
    (form: FormData) =>
      post<InvitacionHecha>(path('personas', 'invitaciones'), {
        email: textIn(form, 'email'),
        rol,
      }),
    {
      onDone({ enlace, invitacion: { email } }) {
        if (enlace !== null) return;
        toast.done(t('people.sent', { email }));
        close();
      },
    },
  );
  if (invite.data?.enlace) {
    const { enlace, invitacion } = invite.data;
    return (
      <ShowOnce
        title={t('people.linkTitle', { email: invitacion.email })}
        warning={t('users.linkOnce', { when: format.dateTime(invitacion.expira_en) })}
        done={t('users.linkSaved')}
      >
        <CopyBox text={reachableUrl(enlace)} label={t('word.link')} />
      </ShowOnce>
    );
  }
  return (
    <FormDialog title={t('people.invite')} change={invite}>
      <Field label={t('login.email')} name="email" type="email" autoComplete="off" required />
      <RolSelect value={rol} onChange={setRol} />
      <Hint>{t(isMailOn ? 'people.byMail' : 'people.byLink')}</Hint>
    </FormDialog>
  );
};
