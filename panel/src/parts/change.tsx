import type { Format } from '../i18n/format.ts';
import { useWords } from '../i18n/lang.ts';

/** Smaller changes would be shown as 0 %. */
const SAME = 0.005;
/** From so many times on, a factor says more than a percentage. */
const TIMES_MIN = 4;

const changeText = (times: number, change: number, format: Format): string =>
  times >= TIMES_MIN
    ? `×${format.number(Math.round(times))}`
    : `${change > 0 ? '+' : ''}${format.percent(change)}`;

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
  const { format } = useWords();
  const ratio = before === 0 ? 0 : now / before - 1;
  const change = Math.abs(ratio) < SAME ? 0 : ratio;
  const tone = change === 0 ? 'same' : change > 0 === lessIsBetter ? 'worse' : 'better';
  return (
    <span className="soft small change" data-tone={tone}>
      {before === 0 ? none : changeText(now / before, change, format)}
    </span>
  );
};
