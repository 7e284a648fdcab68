import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError, post } from '../api/http.ts';
import { useSignIn } from '../api/use-change.ts';
import type { Alta } from '../api/wire.ts';
import { useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { ErrorMessage } from '../parts/states/error-message.tsx';
import { Load } from '../parts/states/load.tsx';
import { Hint, Skeleton } from '../parts/states/states.tsx';
import { AnswerFactor } from './factors/answer-factor.tsx';
import { Door } from './login.tsx';
import { useNewPassword } from './new-password.tsx';

/** The page of the setup link. The token is in the fragment, so that it reaches no log. */
export default function SetupPage() {
  const { t } = useWords();
  const [token] = useState(() => location.hash.slice(1));
  const query = useQuery({
    queryKey: ['alta', token],
    queryFn: () => post<Alta>('/alta/consulta', { token }),
    enabled: token !== '',
    retry: false,
  });
  const gone =
    token === '' || (query.error instanceof ApiError && query.error.codigo === 'enlace_invalido');
  return (
    <Door title={t('setup.title')}>
      {gone ? (
        <>
          <Hint tone="warn">{t('setup.gone')}</Hint>
          <Link href="/" className="button">
            {t('setup.toLogin')}
          </Link>
        </>
      ) : (
        <Load query={query} waiting={<Skeleton lines={3} />}>
          {({ email, expira_en }) => <SetupForm token={token} email={email} expira={expira_en} />}
        </Load>
      )}
    </Door>
  );
}

const SetupForm = ({ token, email, expira }: { token: string; email: string; expira: string }) => {
  const { t, format } = useWords();
  const [, navigate] = useLocation();
  const { check, fields } = useNewPassword();
  const { busy, error, send, asked, goBack } = useSignIn(
    (form) => post('/alta', { token, clave: form.get('nueva') }),
    () => navigate('/', { replace: true }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (check(form)) send(form);
  };
  const enter = () => navigate('/', { replace: true });
  if (asked !== null) return <AnswerFactor asked={asked} onBack={goBack} onDone={enter} />;
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft wrap-anywhere">
        {t('setup.note', { email, when: format.dateTime(expira) })}
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {fields}
      {error !== null && <ErrorMessage error={error} />}
      <Button look="primary" type="submit" busy={busy}>
        {t('setup.save')}
      </Button>
    </form>
  );
};
