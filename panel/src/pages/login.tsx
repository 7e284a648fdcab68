import type { FormEvent, ReactNode } from 'react';
import { post } from '../api/http.ts';
import { useSignIn } from '../api/use-change.ts';
import { useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { textIn } from '../parts/dialogs/form-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Logo } from '../parts/icon.tsx';
import { useTitle } from '../parts/page.tsx';
import { ErrorMessage } from '../parts/states/error-message.tsx';
import { Hint } from '../parts/states/states.tsx';
import { Preferences } from '../shell/preferences.tsx';
import { AnswerFactor } from './factors/answer-factor.tsx';

export const Door = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useWords();
  useTitle(title);
  return (
    <main className="door">
      <div className="stack wide door-card card">
        <div className="row spread">
          <span className="brand">
            <Logo size={30} />
            Comanda
          </span>
          <Preferences />
        </div>
        <h1>{title}</h1>
        {children}
      </div>
      <p className="soft small">{t('door.foot')}</p>
    </main>
  );
};

/** `hasEnded`: a session has just ended on this page, and its user wants to know why the page is gone. */
export const LoginPage = ({ hasEnded }: { hasEnded: boolean }) => {
  const { t } = useWords();
  return (
    <Door title={t('login.title')}>
      <SignInForm hasEnded={hasEnded} />
    </Door>
  );
};

export const SignInForm = ({ hasEnded = false }: { hasEnded?: boolean }) => {
  const { t } = useWords();
  const { busy, error, send, asked, goBack } = useSignIn((form) =>
    post('/sesion', { email: textIn(form, 'email'), clave: form.get('clave') }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  };
  if (asked !== null) return <AnswerFactor asked={asked} onBack={goBack} />;
  return (
    <form className="stack" onSubmit={submit}>
      {hasEnded && error === null && <Hint>{t('error.sesion_ausente')}</Hint>}
      <Field
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <Field
        label={t('login.password')}
        name="clave"
        type="password"
        autoComplete="current-password"
        required
      />
      {error !== null && <ErrorMessage error={error} />}
      <Button look="primary" type="submit" busy={busy}>
        {t('login.title')}
      </Button>
      <p className="soft small">{t('login.help')}</p>
    </form>
  );
};
