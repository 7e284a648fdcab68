import { useState } from 'react';
import { useWords } from '../i18n/lang.ts';
import { Field } from '../parts/field.tsx';

const LENGTH_MIN = 12;
const LENGTH_MAX = 200;

interface Passwords {
  value: string;
  again: string;
  wrong: 'short' | 'different' | null;
  set(part: 'value' | 'again', text: string): void;
  check(): boolean;
}

/** A password typed twice, checked on submit. */
export const usePasswords = (): Passwords => {
  const [value, setValue] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<Passwords['wrong']>(null);
  return {
    value,
    again,
    wrong,
    set: (part, text) => {
      setWrong(null);
      (part === 'value' ? setValue : setAgain)(text);
    },
    check: () => {
      const problem =
        value.length < LENGTH_MIN ? 'short' : value === again ? null : ('different' as const);
      setWrong(problem);
      return problem === null;
    },
  };
};

export const NewPassword = ({ passwords }: { passwords: Passwords }) => {
  const { t } = useWords();
  const common = {
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    maxLength: LENGTH_MAX,
  };
  return (
    <>
      <Field
        {...common}
        label={t('password.new')}
        note={t('password.rule', { n: LENGTH_MIN })}
        wrong={passwords.wrong === 'short' ? t('password.short', { n: LENGTH_MIN }) : null}
        value={passwords.value}
        onChange={(event) => passwords.set('value', event.target.value)}
      />
      <Field
        {...common}
        label={t('password.again')}
        wrong={passwords.wrong === 'different' ? t('password.different') : null}
        value={passwords.again}
        onChange={(event) => passwords.set('again', event.target.value)}
      />
    </>
  );
};
