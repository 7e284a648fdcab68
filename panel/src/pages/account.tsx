import { type FormEvent, useRef } from 'react';
import { ApiError, post } from '../api/http.ts';
import { useSesiones } from '../api/queries.ts';
import { useUsuario } from '../api/session.ts';
import { useSignIn, useSignOut } from '../api/use-change.ts';
import { browserName } from '../browser-name.ts';
import { useWords } from '../i18n/lang.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm.tsx';
import { useDialogs } from '../parts/dialogs/dialogs.tsx';
import { useToast } from '../parts/dialogs/toast.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { ErrorMessage } from '../parts/states/error-message.tsx';
import { Load } from '../parts/states/load.tsx';
import { Ago, Moment } from '../parts/time.tsx';
import { FactorsCard } from './factors/factors-card.tsx';
import { useNewPassword } from './new-password.tsx';
import { NoticeSettings } from './notices/notice-settings.tsx';

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

const Sessions = () => {
  const { t } = useWords();
  const query = useSesiones();
  const { open } = useDialogs();
  return (
    <Card
      title={t('account.sessions')}
      actions={
        <Button small look="danger" onClick={() => open(<SignOutEverywhere />)}>
          {t('account.everywhere')}
        </Button>
      }
    >
      <Load query={query}>
        {({ datos }) => (
          <ul className="ruled plain-list">
            {datos.map(({ creada_en, vista_en, agente, actual }) => (
              <li key={creada_en + agente}>
                <p className="row spread">
                  <span className="grow wrap-anywhere">{browserName(agente)}</span>
                  {actual && <Badge tone="good">{t('account.here')}</Badge>}
                </p>
                <p className="soft small">
                  {t('account.since')} <Moment iso={creada_en} /> · {t('account.seen')}{' '}
                  <Ago iso={vista_en} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Load>
    </Card>
  );
};

const SignOutEverywhere = () => {
  const { t } = useWords();
  const change = useSignOut('/sesiones');
  return (
    <ConfirmDialog
      title={t('account.everywhere')}
      undo={t('account.everywhereUndo')}
      change={change}
    >
      <p>{t('account.everywhereNote')}</p>
    </ConfirmDialog>
  );
};
