import { type ReactNode, useId } from 'react';

interface Props {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Content without padding, for lists. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export const Card = ({ title, note, actions, flush = false, className = '', children }: Props) => {
  const id = useId();
  return (
    <section
      className={`card ${flush ? 'flush' : ''} ${className}`.trim()}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <header className="row spread card-head">
          <div>
            <h2 id={id}>{title}</h2>
            {note !== undefined && <p className="soft small">{note}</p>}
          </div>
          {actions && <div className="row tight">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
};

/** A name and a value; nothing where there is no value. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children != null &&
  children !== false &&
  children !== '' && (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
