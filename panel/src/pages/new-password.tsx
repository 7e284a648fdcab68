import { useState } from 'react';
import { useWords } from '../i18n/lang.ts';
import { Field } from '../parts/field.tsx';

const LENGTH_MIN = 12;
const LENGTH_MAX = 200;

const problemOf = (form: FormData) => {
  const clave = String(form.get('nueva'));
  if (clave.length < LENGTH_MIN) return 'short';
  return clave === form.get('repetida') ? null : 'different';
};

/** The fields of a password typed twice, and their check on submit. */
export const useNewPassword = () => {
  const { t } = useWords();
  const [wrong, setWrong] = useState<ReturnType<typeof problemOf>>(null);
  const check = (form: FormData): boolean => {
    setWrong(problemOf(form));
    return problemOf(form) === null;
  };
  const common = {
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    maxLength: LENGTH_MAX,
    onChange: () => setWrong(null),
  };
  const fields = (
    <>
      <Field
        {...common}
        name="nueva"
        label={t('password.new')}
        note={t('password.rule', { n: LENGTH_MIN })}
        wrong={wrong === 'short' && t('password.short', { n: LENGTH_MIN })}
      />
      <Field
        {...common}
        name="repetida"
        label={t('password.again')}
        wrong={wrong === 'different' && t('password.different')}
      />
    </>
  );
  return { check, fields };
};
