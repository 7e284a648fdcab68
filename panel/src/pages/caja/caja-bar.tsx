import { useState } from 'react';
import { PRESETS, type Preset } from '../../api/range.ts';
import { useWords } from '../../i18n/lang.ts';
import { Segments, Select } from '../../parts/field.tsx';
import { RangeForm } from '../../parts/range/range-form.tsx';
import { useRestaurant } from '../../scope.tsx';
import { wallHour } from '../orders/local-day.ts';
import {
  type CajaRange,
  daysOf,
  FECHAS,
  type Fecha,
  GRUPOS,
  type Grupo,
  presetOf,
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
        options={OPTIONS.map((one) => [one, t(`period.${one}`)] as const)}
        onChange={choose}
      />
      <Select
        hideLabel
        label={t('caja.by')}
        value={range.fecha}
        options={FECHAS.map((fecha) => [fecha, t(`fecha.${fecha}`)] as const)}
        onChange={(event) => onChange({ fecha: event.target.value as Fecha })}
      />
      <Select
        hideLabel
        label={t('caja.group')}
        value={range.agrupar}
        options={GRUPOS.map((grupo) => [grupo, t(`detalle.${grupo}`)] as const)}
        onChange={(event) => onChange({ agrupar: event.target.value as Grupo })}
      />
      {chosen === CUSTOM && (
        <RangeForm
          key={`${range.desde} ${range.hasta}`}
          range={range}
          hour={wallHour(cuenta.corte)}
          onChange={(days) => {
            setOpen(false);
            onChange(days);
          }}
        />
      )}
    </div>
  );
};
