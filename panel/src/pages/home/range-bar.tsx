import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { PRESETS, type Preset, type Range, readRange } from '../../api/range.ts';
import { COMPARACIONES } from '../../api/values.ts';
import type { Comparacion, Rango } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Segments, Select } from '../../parts/field.tsx';
import { RangeForm } from '../../parts/range/range-form.tsx';
import { DayCut } from './day-cut.tsx';

/** The range is kept in the address, so that it can be shared, and "back" restores it. */
export const useRange = (): [Range, (range: Partial<Range>) => void] => {
  const [params, setParams] = useSearchParams();
  const set = (range: Partial<Range>) => {
    const entries = Object.entries(range).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(entries), { replace: true });
  };
  return [readRange(params), set];
};

export const useRangeWords = () => {
  const { format } = useWords();
  return ({ desde, hasta }: Rango): string =>
    desde === hasta ? format.dayName(desde) : format.days(desde, hasta);
};

interface Shown {
  rango: Rango;
  antes: Rango;
  comparacion: Comparacion;
}

interface Props {
  range: Range;
  shown: Shown | undefined;
  onChange(range: Partial<Range>): void;
}

const CUSTOM = 'otras';
const OPTIONS = [...PRESETS, CUSTOM] as const;
const isPreset = (periodo: string): periodo is Preset => PRESETS.some((one) => one === periodo);

export const RangeBar = ({ range, shown, onChange }: Props) => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const chosen = !open && isPreset(range.periodo) ? range.periodo : CUSTOM;
  const { comparar } = range;
  const choose = (option: Preset | typeof CUSTOM) => {
    setOpen(option === CUSTOM);
    if (option !== CUSTOM) onChange({ periodo: option === 'hoy' ? '' : option, comparar });
  };
  return (
    <div className="row range-bar">
      <Segments
        label={t('home.span')}
        value={chosen}
        options={OPTIONS.map((one) => [one, t(`period.${one}`)] as const)}
        onChange={choose}
      />
      {chosen === CUSTOM && (
        <RangeForm
          range={shown?.rango ?? range}
          onChange={(days) => {
            setOpen(false);
            onChange({ ...days, comparar });
          }}
        />
      )}
      {shown !== undefined && (
        <Compared shown={shown} onChange={(other) => onChange({ ...range, comparar: other })} />
      )}
    </div>
  );
};

/** Says which days are shown and which they are compared with, and lets others be chosen. */
const Compared = ({
  shown: { rango, antes, comparacion },
  onChange,
}: {
  shown: Shown;
  onChange(comparacion: Comparacion): void;
}) => {
  const { t } = useWords();
  const words = useRangeWords();
  return (
    <div className="row tight compared">
      <Select
        hideLabel
        label={t('home.compareWith')}
        value={comparacion}
        options={COMPARACIONES.map((each) => [each, t(`compare.${each}`)] as const)}
        onChange={(event) => onChange(event.target.value as Comparacion)}
      />
      <p className="soft small" role="status">
        <span>{t('home.compared', { range: words(rango), before: words(antes) })} </span>
        <DayCut />
      </p>
    </div>
  );
};
