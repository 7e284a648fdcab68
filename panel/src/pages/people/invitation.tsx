import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { SESION } from '../../api/client.ts';
import { ApiError, post } from '../../api/http.ts';
import { useSesion } from '../../api/session.ts';
import { useChange, useSignIn } from '../../api/use-change.ts';
import type { InvitacionAbierta } from '../../api/wire.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Hint, Skeleton } from '../../parts/states/states.tsx';
import { Door, SignInForm } from '../login.tsx';
import { useNewPassword } from '../new-password.tsx';

interface Props {
  token: string;
  invitation: InvitacionAbierta;
}

/** The page of an invitation's link. The token is in the fragment, so that it reaches no log. */
export default function InvitationPage() {
  const { t } = useWords();
  const [token] = useState(() => location.hash.slice(1));
  const query = useQuery({
    queryKey: ['invitacion', token],
    queryFn: () => post<InvitacionAbierta>('/invitacion/consulta', { token }),
    enabled: token !== '',
    retry: false,
  });
  const gone =
    token === '' || (query.error instanceof ApiError && query.error.codigo === 'enlace_invalido');
  return (
    <Door title={t('invitation.title')}>
      {gone ? (
        <>
          <Hint tone="warn">{t('invitation.gone')}</Hint>
          <Link href="/" className="button">
            {t('setup.toLogin')}
          </Link>
        </>
      ) : (
        <Load query={query} waiting={<Skeleton lines={3} />}>
          {(invitation) => <Invitation token={token} invitation={invitation} />}
        </Load>
      )}
    </Door>
  );
}

const Invitation = ({ token, invitation }: Props) => {
  const { t, format } = useWords();
  const email = useSesion().data?.sesion?.usuario.email ?? null;
  const { restaurante, rol, expira_en } = invitation;
  return (
    <div className="stack">
      <p className="soft wrap-anywhere">
        {t('invitation.note', {
          email: invitation.email,
          restaurant: restaurante,
          role: t(`role.${rol}`),
          when: format.dateTime(expira_en),
        })}
      </p>
      {!invitation.tiene_cuenta ? (
        <NewAccount token={token} invitation={invitation} />
      ) : email === invitation.email ? (
        <Accept token={token} />
      ) : (
        <>
          <Hint>{t('invitation.signIn')}</Hint>
          <SignInForm />
        </>
      )}
    </div>
  );
};

const Accept = ({ token }: { token: string }) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const accept = useChange(
    () => post<{ restaurante_id: string }>('/invitacion/aceptar', { token }),
    {
      onDone: ({ restaurante_id }) => {
        // The session knows the restaurant only now.
        void client
          .invalidateQueries({ queryKey: SESION })
          .then(() => navigate(restaurantHref(restaurante_id), { replace: true }));
      },
      // Not the invitation: it is used up.
      affected: { queryKey: ['restaurantes'] },
    },
  );
  return (
    <>
      {accept.error !== null && <ErrorMessage error={accept.error} />}
      <Button look="primary" busy={accept.busy} onClick={() => accept.send()}>
        {t('invitation.accept')}
      </Button>
    </>
  );
};

const NewAccount = ({ token, invitation }: Props) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const { check, fields } = useNewPassword();
  const { busy, error, send } = useSignIn(
    (form) => post('/invitacion', { token, clave: form.get('nueva') }),
    () => navigate('/', { replace: true }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (check(form)) send(form);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <input
        type="email"
        name="email"
        autoComplete="username"
        value={invitation.email}
        readOnly
        hidden
      />
      {fields}
      {error !== null && <ErrorMessage error={error} />}
      <Button look="primary" type="submit" busy={busy}>
        {t('invitation.accept')}
      </Button>
    </form>
  );
};
