import { useFormat } from '../i18n/format.ts';

const SAME = 0.005;

/** How much more or less than before; `none` if there was nothing. */
export const Change = ({
  now,
  before,
  lessIsBetter = false,
  none = '',
}: {
  now: number;
  before: number;
  lessIsBetter?: boolean;
  none?: string;
}) => {
  const format = useFormat();
  const change = before === 0 ? null : now / before - 1;
  const better = change !== null && change !== 0 && change > 0 !== lessIsBetter;
  const tone = change === null || Math.abs(change) < SAME ? 'same' : better ? 'better' : 'worse';
  const sign = change !== null && change >= SAME ? '+' : '';
  return (
    <span className="change" data-tone={tone}>
      {change === null ? none : `${sign}${format.percent(tone === 'same' ? 0 : change)}`}
    </span>
  );
};
