import type { ReactNode } from 'react';
import { useWords } from '../i18n/lang.ts';

interface Props {
  /** Headings, in order; a column of figures is aligned right. */
  columns: readonly (string | { figures: string })[];
  /** The last column holds buttons. */
  withActions?: boolean;
  className?: string;
  children: ReactNode;
}

export const List = ({ columns, withActions = false, className = '', children }: Props) => {
  const { t } = useWords();
  return (
    <table className={`list ${className}`.trim()}>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.figures} scope="col" className="num">
                {column.figures}
              </th>
            ),
          )}
          {withActions && (
            <th scope="col">
              <span className="hidden-text">{t('word.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
};
