import { type FormEvent, useRef } from 'react';
import { ApiError, post } from '../../api/http.ts';
import { useUsuario } from '../../api/session.ts';
import { useSignIn } from '../../api/use-change.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { FactorsCard } from '../factors/factors-card.tsx';
import { useNewPassword } from '../new-password.tsx';
import { NoticeSettings } from '../notices/notice-settings.tsx';
import { Sessions } from './sessions.tsx';

export default function AccountPage() {
  const { t } = useWords();
  return (
    <Page title={t('account.title')} note={useUsuario().email}>
      <div className="grid-2">
        <ChangePassword />
        <FactorsCard />
        <Sessions />
        <NoticeSettings />
      </div>
    </Page>
  );
}

const ChangePassword = () => {
  const { t } = useWords();
  const toast = useToast();
  const { check, fields } = useNewPassword();
  const ref = useRef<HTMLFormElement>(null);
  const { busy, error, send } = useSignIn(
    (form) => post('/sesion/clave', { actual: form.get('actual'), nueva: form.get('nueva') }),
    () => {
      ref.current?.reset();
      toast.done(t('account.changed'));
    },
  );
  const isWrong = error instanceof ApiError && error.codigo === 'credenciales_invalidas';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (check(form)) send(form);
  };
  return (
    <Card title={t('account.password')} note={t('account.passwordNote')}>
      <form className="stack" ref={ref} onSubmit={submit}>
        <Field
          label={t('account.current')}
          name="actual"
          type="password"
          autoComplete="current-password"
          required
          wrong={isWrong && t('account.wrong')}
        />
        {fields}
        {error !== null && !isWrong && <ErrorMessage error={error} />}
        <div className="row">
          <Button look="primary" type="submit" busy={busy}>
            {t('account.password')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
