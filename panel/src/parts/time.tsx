import { useEffect, useState } from 'react';
import { nowMs } from '../clock.ts';
import { useWords } from '../i18n/lang.ts';

/** The current time, updated every `everyMs`. */
export const useNow = (everyMs = 15_000): number => {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** How long ago, or never (null); the tooltip has the exact time. */
export const Ago = ({ iso }: { iso: string | null }) => {
  const { t, format } = useWords();
  const now = useNow();
  if (iso === null) return <span className="soft">{t('word.never')}</span>;
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.ago(iso, now)}
    </time>
  );
};

export const Moment = ({ iso, seconds = false }: { iso: string; seconds?: boolean }) => {
  const { format } = useWords();
  return (
    <time dateTime={iso} className="nowrap">
      {seconds ? `${format.date(iso)}, ${format.seconds(iso)}` : format.dateTime(iso)}
    </time>
  );
};
