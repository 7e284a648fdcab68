import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Range, readRange } from '../../api/range.ts';
import { PERIODOS } from '../../api/values.ts';
import type { Periodo, Rango } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Segments } from '../../parts/field.tsx';
import { addDays } from '../orders/local-day.ts';
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

interface Props {
  range: Range;
  shown: { rango: Rango; antes: Rango } | undefined;
  onChange(range: Partial<Range>): void;
}

const CUSTOM = 'otras';
/** The most days that the server adds up. */
const DAYS_MAX = 366;

export const RangeBar = ({ range, shown, onChange }: Props) => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const chosen = open || range.periodo === '' ? CUSTOM : range.periodo;
  const choose = (option: Periodo | typeof CUSTOM) => {
    setOpen(option === CUSTOM);
    if (option !== CUSTOM) onChange({ periodo: option === 'hoy' ? '' : option });
  };
  return (
    <div className="row range-bar">
      <Segments
        label={t('home.span')}
        value={chosen}
        options={[
          ...PERIODOS.map((periodo) => [periodo, t(`period.${periodo}`)] as const),
          [CUSTOM, t('period.other')],
        ]}
        onChange={choose}
      />
      {chosen === CUSTOM && shown !== undefined && (
        <Dates
          rango={shown.rango}
          onChange={(desde, hasta) => {
            setOpen(false);
            onChange({ desde, hasta });
          }}
        />
      )}
      <Compared shown={shown} />
    </div>
  );
};

const Dates = ({
  rango,
  onChange,
}: {
  rango: Rango;
  onChange(desde: string, hasta: string): void;
}) => {
  const { t } = useWords();
  // Only the fields that somebody has changed: the others follow the days shown, which a slow answer changes.
  const [typed, setTyped] = useState<{ desde?: string; hasta?: string }>({});
  const { desde, hasta } = { ...rango, ...typed };
  return (
    <form
      className="row tight date-range"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(desde, hasta);
      }}
    >
      <Field
        hideLabel
        required
        label={t('orders.from')}
        type="date"
        max={hasta}
        value={desde}
        onChange={(event) => setTyped({ ...typed, desde: event.target.value })}
      />
      <span aria-hidden="true">–</span>
      <Field
        hideLabel
        required
        label={t('orders.to')}
        type="date"
        min={desde}
        max={desde === '' ? undefined : addDays(desde, DAYS_MAX - 1)}
        value={hasta}
        onChange={(event) => setTyped({ ...typed, hasta: event.target.value })}
      />
      <Button type="submit">{t('home.apply')}</Button>
    </form>
  );
};

/** Says which days are shown, and which they are compared with. */
const Compared = ({ shown }: Pick<Props, 'shown'>) => {
  const { t } = useWords();
  const words = useRangeWords();
  return (
    <p className="soft small compared" role="status">
      {shown !== undefined && (
        <span>
          {t('home.compared', { range: words(shown.rango), before: words(shown.antes) })}{' '}
        </span>
      )}
      <DayCut />
    </p>
  );
};
