import { type FormEvent, useState } from 'react';
import { post } from '../../api/http.ts';
import { useSignIn } from '../../api/use-change.ts';
import type { SegundoFactor } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { textIn } from '../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { signWithPasskey } from './passkey.ts';

interface Props {
  asked: SegundoFactor['segundo_factor'];
  onBack(): void;
  onDone?: (() => void) | undefined;
}

/** The second step of a sign-in: a passkey, a code of the app or a recovery code. */
export const AnswerFactor = ({ asked, onBack, onDone }: Props) => {
  const { t } = useWords();
  const { reto, metodos, passkey } = asked;
  const [isRefused, setRefused] = useState(false);
  const code = useSignIn(
    (form) => post('/sesion/segundo', { reto, codigo: textIn(form, 'codigo') }),
    onDone,
  );
  const key = useSignIn(async () => {
    setRefused(false);
    const signed = await signWithPasskey(passkey).catch((error: unknown) => {
      setRefused(true);
      throw error;
    });
    return post('/sesion/segundo', { reto, passkey: signed });
  }, onDone);
  const hasCode = metodos.some((metodo) => metodo !== 'passkey');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    code.send(new FormData(event.currentTarget));
  };
  return (
    <div className="stack">
      <p className="soft">{t('factor.second')}</p>
      {metodos.includes('passkey') && (
        <>
          <Button look="primary" icon="key" busy={key.busy} onClick={() => key.send()}>
            {t('factor.usePasskey')}
          </Button>
          {isRefused && <p role="alert">{t('factor.passkeyRefused')}</p>}
          {key.error !== null && !isRefused && <ErrorMessage error={key.error} />}
        </>
      )}
      {hasCode && (
        <form className="stack" onSubmit={submit}>
          <Field
            label={t(metodos.includes('totp') ? 'factor.code' : 'factor.recoveryCode')}
            note={t('factor.codeNote')}
            name="codigo"
            autoComplete="one-time-code"
            required
            autoFocus={!metodos.includes('passkey')}
          />
          {code.error !== null && <ErrorMessage error={code.error} />}
          <Button
            look={metodos.includes('passkey') ? 'quiet' : 'primary'}
            type="submit"
            busy={code.busy}
          >
            {t('login.title')}
          </Button>
        </form>
      )}
      <Button look="quiet" onClick={onBack}>
        {t('factor.back')}
      </Button>
      <p className="soft small">{t('factor.lost')}</p>
    </div>
  );
};
