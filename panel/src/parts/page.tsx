import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; text: string };
  children: ReactNode;
}

export const Page = ({ title, note, actions, back, children }: Props) => {
  useEffect(() => {
    document.title = `${title} · Comanda`;
  }, [title]);
  return (
    <main className="page" id="content" tabIndex={-1}>
      <header className="page-head">
        <div>
          {back !== undefined && (
            <Link href={back.href} className="back">
              <Icon name="back" size={14} />
              {back.text}
            </Link>
          )}
          <h1>{title}</h1>
          {note !== undefined && <p>{note}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
};
