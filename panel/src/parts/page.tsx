import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; text: string };
  children: ReactNode;
}

/** Names the tab of the browser. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Comanda`;
  }, [title]);
};

/** Whether this is not the first page: only then did somebody navigate. */
let hasNavigated = false;

export const Page = ({ title, note, actions, back, children }: Props) => {
  useTitle(title);
  const main = useRef<HTMLElement>(null);
  // Client-side navigation moves neither the focus nor the scroll position by itself.
  useEffect(() => {
    if (hasNavigated) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    hasNavigated = true;
  }, []);
  return (
    <main className="page" id="content" tabIndex={-1} ref={main}>
      <header className="row spread page-head">
        <div>
          {back !== undefined && (
            <Link href={back.href} className="soft small back">
              <Icon name="back" size={14} />
              {back.text}
            </Link>
          )}
          <h1>{title}</h1>
          {note !== undefined && <p>{note}</p>}
        </div>
        {actions && <div className="row tight page-actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
};
