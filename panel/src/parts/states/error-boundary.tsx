import { Component, type ReactNode, useEffect } from 'react';
import { MINUTE_MS } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { isReplaced } from '../../new-version.ts';
import { Button } from '../button.tsx';
import { Empty } from './states.tsx';

const RELOAD_MS = MINUTE_MS;

const Broken = () => {
  const { t } = useWords();
  useEffect(() => {
    // A panel older than its server may fail on the server's answers: the new one is loaded.
    void isReplaced().then((is) => is && location.reload());
    // A portal's answers in place of the server's break it too, and nobody touches a screen on a wall.
    const timer = setTimeout(() => location.reload(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="page">
      <Empty icon="warning" title={t('state.broken')}>
        <p>{t('state.brokenNote')}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {t('do.reload')}
        </Button>
      </Empty>
    </main>
  );
};

/** Shows a message instead of a blank page when rendering fails. React needs a class for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
