import { Link } from 'wouter';
import { useWords } from '../../i18n/lang.ts';

interface Part {
  key: string;
  name: string;
  value: number;
  /** The page behind the part. */
  href: string;
}

/** The shares of a whole: one bar, and the numbers below it. */
export const Share = ({
  parts,
  format: formatValue,
}: {
  parts: readonly Part[];
  /** A number, unless given. */
  format?: (value: number) => string;
}) => {
  const { format } = useWords();
  const shown = formatValue ?? format.number;
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div className="stack">
      <div className="share-bar" aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ key, value }) => (
            <span key={key} data-part={key} style={{ flexGrow: value }} />
          ))}
      </div>
      <dl className="share-parts">
        {parts.map(({ key, name, value, href }) => (
          <div key={key} data-part={key}>
            <dt className="row tight line soft small">{name}</dt>
            <dd>
              <strong>
                <Link href={href} aria-label={`${name}: ${shown(value)}`}>
                  {shown(value)}
                </Link>
              </strong>
              <span className="soft"> {whole === 0 ? '' : format.percent(value / whole)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};
