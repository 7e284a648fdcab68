import type { ReactNode } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Icon, type IconName } from '../icon.tsx';

export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
}) => (
  <div className="empty">
    <Icon name={icon} size={44} />
    <h2>{title}</h2>
    {children}
  </div>
);

const HINT_ICON = { quiet: 'info', good: 'check', warn: 'warning', bad: 'warning' } as const;

interface HintProps {
  tone?: keyof typeof HINT_ICON;
  icon?: IconName;
  children: ReactNode;
}

export const Hint = ({ tone = 'quiet', icon = HINT_ICON[tone], children }: HintProps) => (
  <div className={`hint soft small tone-${tone}`}>
    <Icon name={icon} />
    <div className="grow">{children}</div>
  </div>
);

const WIDTHS = ['82%', '64%', '91%', '73%', '55%'];

/** The placeholder while a whole page loads. */
export const PageSkeleton = () => (
  <main className="page">
    <Skeleton lines={6} />
  </main>
);

/** Placeholder lines while something loads, with a word for screen readers. */
export const Skeleton = ({ lines = 4 }: { lines?: number }) => {
  const { t } = useWords();
  return (
    <div className="stack" role="status">
      <span className="hidden-text">{t('state.loading')}</span>
      {Array.from({ length: lines }, (_, i) => WIDTHS[i % WIDTHS.length]).map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <span key={i} className="bone" style={{ width }} />
      ))}
    </div>
  );
};
