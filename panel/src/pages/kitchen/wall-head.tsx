import { type ReactNode, useEffect } from 'react';
import { useLive } from '../../api/live.tsx';
import { useWords } from '../../i18n/lang.ts';
import { useNewVersion } from '../../new-version.ts';
import { Button } from '../../parts/button.tsx';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { useBrowser } from '../../use-browser.ts';

/** Keeps the screen on, where the browser can. The browser releases the lock when the page is hidden. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isLeft = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isLeft) await lock.release();
      } catch {
        // Not every browser supports it, and a low battery refuses it.
      }
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, []);
};

/** The head of a screen on a wall: the restaurant, whether it is live, and the time. */
export const WallHead = ({ nowMs, children }: { nowMs: number; children: ReactNode }) => {
  const { t, format } = useWords();
  const { cuenta } = useRestaurant();
  const full = useBrowser(document, 'fullscreenchange', () => document.fullscreenElement !== null);
  useWakeLock();
  useNewVersion(useLive().recent);
  const toggle = () =>
    full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <header className="row kitchen-head">
      <h1>{cuenta.nombre}</h1>
      <LiveBadge />
      <time className="kitchen-clock">{format.time(new Date(nowMs).toISOString())}</time>
      {children}
      {document.fullscreenEnabled && (
        // Without words: the head has one row on a tablet.
        <Button
          icon="screen"
          aria-label={t(full ? 'orders.leaveFull' : 'orders.full')}
          onClick={() => void toggle().catch(() => undefined)}
        />
      )}
    </header>
  );
};
