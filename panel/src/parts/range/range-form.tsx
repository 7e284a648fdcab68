import { useState } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';
import { Choice, Field } from '../field.tsx';
import { type Days, hasHour, turnHours, type WrongRange, wrongRange } from './wrong-range.ts';

interface Props {
  /** Shown in the fields that nobody has changed: a slow answer changes it. */
  range: Days;
  /** The hour at which days begin, if hours may be chosen. */
  hour?: string;
  onChange(range: Days): void;
}

/** Two dates. Keeps what was typed when it is wrong, and says so at the field. */
export const RangeForm = ({ range, hour, onChange }: Props) => {
  const { t } = useWords();
  const [typed, setTyped] = useState<Partial<Days>>({});
  const [wrong, setWrong] = useState<WrongRange | null>(null);
  const { desde, hasta } = { ...range, ...typed };
  const shown: Days = { desde, hasta };
  const withHours = hasHour(shown.desde) || hasHour(shown.hasta);
  const field = (name: keyof Days) => (
    <Field
      label={t(`range.${name}`)}
      type={withHours ? 'datetime-local' : 'date'}
      step={withHours ? 900 : undefined}
      value={shown[name]}
      wrong={wrong?.field === name && t(`range.${wrong.text}`)}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <form
      className="row tight range-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = wrongRange(shown);
        setWrong(found);
        if (found === null) onChange(shown);
      }}
    >
      {field('desde')}
      {field('hasta')}
      {hour !== undefined && (
        <Choice
          type="checkbox"
          title={t('range.hours')}
          checked={withHours}
          onChange={(event) => setTyped(turnHours(shown, event.target.checked, hour))}
        />
      )}
      <Button type="submit">{t('home.apply')}</Button>
    </form>
  );
};
