import { useWords } from '../i18n/lang.ts';

/** Smaller changes would be shown as 0 %. */
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
  const { format } = useWords();
  const ratio = before === 0 ? 0 : now / before - 1;
  const change = Math.abs(ratio) < SAME ? 0 : ratio;
  const tone = change === 0 ? 'same' : change > 0 === lessIsBetter ? 'worse' : 'better';
  return (
    <span className="soft small change" data-tone={tone}>
      {before === 0 ? none : `${change > 0 ? '+' : ''}${format.percent(change)}`}
    </span>
  );
};
