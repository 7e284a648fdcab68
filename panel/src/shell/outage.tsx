import { useLiveState } from '../api/live.tsx';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import { useWords } from '../i18n/lang.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/time.tsx';

/** Spans the screen while the server cannot be reached: everything below it is old. */
export const OutageAlarm = () => {
  const { t, format } = useWords();
  const state = useLiveState();
  const now = useNow(MINUTE_MS);
  if (state?.name !== 'lost') return null;
  const since = new Date(state.sinceMs).toISOString();
  const when = now - state.sinceMs < DAY_MS ? format.time(since) : format.dateTime(since);
  return (
    <div className="row outage" role="alert">
      <Icon name="offline" size={28} />
      <strong>{t('outage.title')}</strong>
      <span>{t('outage.since', { when })}</span>
    </div>
  );
};
