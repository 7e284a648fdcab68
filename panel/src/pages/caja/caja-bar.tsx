import { useState } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Field, Segments, Select } from '../../parts/field.tsx';
import { useRestaurant } from '../../scope.tsx';
import { wallHour } from '../orders/local-day.ts';
import {
  type CajaRange,
  daysOf,
  FECHAS,
  type Fecha,
  GRUPOS,
  type Grupo,
  PRESETS,
  type Preset,
  presetOf,
  wrongRange,
} from './caja-range.ts';

interface Props {
  range: CajaRange;
  onChange(range: Partial<CajaRange>): void;
}

const CUSTOM = 'otras';
const OPTIONS = [...PRESETS, CUSTOM] as const;

/** Chooses the span, the date by which orders count, and how much detail is shown. */
export const CajaBar = ({ range, onChange }: Props) => {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const [open, setOpen] = useState(false);
  const preset = presetOf(range, cuenta);
  const chosen = open || preset === null ? CUSTOM : preset;
  const choose = (option: Preset | typeof CUSTOM) => {
    setOpen(option === CUSTOM);
    if (option !== CUSTOM) onChange(daysOf(option, cuenta));
  };
  return (
    <div className="row range-bar caja-bar">
      <Segments
        label={t('home.span')}
        value={chosen}
        options={OPTIONS.map((one) => [one, t(`caja.preset.${one}`)] as const)}
        onChange={choose}
      />
      <Select
        hideLabel
        label={t('caja.by')}
        value={range.fecha}
        options={FECHAS.map((fecha) => [fecha, t(`caja.by.${fecha}`)] as const)}
        onChange={(event) => onChange({ fecha: event.target.value as Fecha })}
      />
      <Select
        hideLabel
        label={t('caja.group')}
        value={range.agrupar}
        options={GRUPOS.map((grupo) => [grupo, t(`caja.group.${grupo}`)] as const)}
        onChange={(event) => onChange({ agrupar: event.target.value as Grupo })}
      />
      {chosen === CUSTOM && (
        <Moments
          key={`${range.desde} ${range.hasta}`}
          range={range}
          onChange={(days) => {
            setOpen(false);
            onChange(days);
          }}
        />
      )}
    </div>
  );
};

/** Keeps what was typed when it is wrong. */
const Moments = ({ range, onChange }: Props) => {
  const { t } = useWords();
  const { cuenta } = useRestaurant();
  const [typed, setTyped] = useState({ desde: range.desde, hasta: range.hasta });
  const [wrong, setWrong] = useState<ReturnType<typeof wrongRange>>(null);
  const withHours = typed.desde.includes('T') || typed.hasta.includes('T');
  const setHours = (on: boolean) => {
    const turn = (moment: string) =>
      on ? `${moment.slice(0, 10)}T${wallHour(cuenta.corte)}` : moment.slice(0, 10);
    setTyped({ desde: turn(typed.desde), hasta: turn(typed.hasta) });
  };
  const field = (name: 'desde' | 'hasta', label: string) => (
    <Field
      label={label}
      type={withHours ? 'datetime-local' : 'date'}
      step={withHours ? 900 : undefined}
      value={typed[name]}
      wrong={wrong?.field === name && t(`caja.${wrong.text}`)}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <form
      className="row tight caja-dates"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = wrongRange(typed);
        setWrong(found);
        if (found === null) onChange(typed);
      }}
    >
      {field('desde', t('caja.from'))}
      {field('hasta', t('caja.to'))}
      <Choice
        type="checkbox"
        title={t('caja.withHours')}
        checked={withHours}
        onChange={(event) => setHours(event.target.checked)}
      />
      <Button type="submit">{t('home.apply')}</Button>
    </form>
  );
};
