import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { useLiveState } from '../api/live.tsx';
import { useWords } from '../i18n/lang.ts';
import { Button } from '../parts/button.tsx';
import { Logo } from '../parts/icon.tsx';
import { PageBoundary } from '../parts/states/page-boundary.tsx';
import { Bell } from './bell.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { OpenPalette } from './palette/open-palette.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';

const Brand = () => (
  <Link href="/" className="brand">
    <Logo />
    Comanda
  </Link>
);

/** The breakpoint of shell.css: on a narrower screen the navigation is behind a button. */
const HAS_ROOM = '(min-width: 60.01rem)';

/** The frame around every page: navigation on the left; on a phone behind a button. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    // Rendered at once, because the button is inert, and cannot get the focus, while the drawer is open.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }, []);
  const [location] = useLocation();
  const [place, setPlace] = useState(location);
  // Navigation closes the drawer, before the next page takes the focus.
  if (place !== location) {
    setPlace(location);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return;
    closer.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const room = matchMedia(HAS_ROOM);
    addEventListener('keydown', onKey);
    room.addEventListener('change', close);
    return () => {
      removeEventListener('keydown', onKey);
      room.removeEventListener('change', close);
    };
  }, [open, close]);
  return (
    <>
      <a className="skip" href="#content" inert={open}>
        {t('nav.skip')}
      </a>
      <div className="shell">
        <header className="row tight topbar" inert={open}>
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
          <Bell />
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
          <div className="row line spread">
            <Brand />
            <Bell />
            <Button
              look="quiet"
              icon="close"
              aria-label={t('nav.close')}
              ref={closer}
              onClick={close}
            />
          </div>
          <OpenPalette />
          <Navigation />
          <SidebarFoot />
        </aside>
        <div inert={open}>
          <Notices />
          <PageBoundary>{children}</PageBoundary>
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
    <span className="soft small live" data-state={state.name} role="status">
      {t(`live.${state.name}`)}
    </span>
  );
};
