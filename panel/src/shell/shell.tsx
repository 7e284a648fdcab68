import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useLiveState } from '../api/live.tsx';
import type { Cuenta, Usuario } from '../api/wire.ts';
import { useWords } from '../i18n/lang.tsx';
import { Button } from '../parts/button.tsx';
import { Icon, Logo } from '../parts/icon.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { OpenPalette } from './palette/open-palette.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';

interface Props {
  usuario: Usuario;
  /** Null on pages without a restaurant. */
  cuenta: Cuenta | null;
  children: ReactNode;
}

const Brand = () => (
  <Link href="/" className="brand">
    <Logo />
    Comanda
  </Link>
);

/** The frame around every page: navigation on the left; on a phone behind a button. */
export const Shell = ({ usuario, cuenta, children }: Props) => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the drawer
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open, close]);
  return (
    <>
      <a className="skip" href="#content">
        {t('nav.skip')}
      </a>
      <div className="shell">
        <header className="topbar">
          <Button
            look="quiet"
            icon="bars"
            aria-label={t('nav.open')}
            aria-expanded={open}
            ref={opener}
            onClick={() => setOpen(true)}
          />
          <Brand />
          <LiveBadge />
        </header>
        {open && (
          <button
            type="button"
            className="drawer-veil"
            aria-label={t('nav.close')}
            onClick={close}
          />
        )}
        <aside className="sidebar" data-open={open} aria-label={t('nav.main')}>
          <div className="row">
            <Brand />
            <button
              type="button"
              className="button quiet icon drawer-close"
              aria-label={t('nav.close')}
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </div>
          <OpenPalette usuario={usuario} cuenta={cuenta} />
          <Navigation usuario={usuario} cuenta={cuenta} />
          <SidebarFoot usuario={usuario} />
        </aside>
        <div>
          <Notices cuenta={cuenta} />
          {children}
        </div>
      </div>
    </>
  );
};

/** Whether the stream is open, so that the page updates by itself. */
export const LiveBadge = () => {
  const { t } = useWords();
  const state = useLiveState();
  if (state === null) return null;
  return (
    <span className="live" data-state={state.name} role="status">
      {t(`live.${state.name}`)}
    </span>
  );
};
