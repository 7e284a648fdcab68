import { useLiveState } from '../api/live.tsx';
import { DAY_MS, nowMs } from '../clock.ts';
import { useWords } from '../i18n/lang.ts';
import { Icon } from '../parts/icon.tsx';

/** Spans the screen while the server cannot be reached: everything below it is old. */
export const OutageAlarm = () => {
  const { t, format } = useWords();
  const state = useLiveState();
  if (state?.name !== 'lost') return null;
  const since = new Date(state.sinceMs).toISOString();
  const when = nowMs() - state.sinceMs < DAY_MS ? format.time(since) : format.dateTime(since);
  return (
    <div className="row outage" role="alert">
      <Icon name="offline" size={28} />
      <strong>{t('outage.title')}</strong>
      <span>{t('outage.since', { when })}</span>
    </div>
  );
};
