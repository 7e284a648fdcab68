import type { ReactNode } from 'react';
import { useWords } from '../i18n/lang.tsx';

interface Props {
  /** Headings, in order; a column of figures stands to the right. */
  columns: readonly (string | { figures: string })[];
  /** The rows end with what can be done to them. */
  withActions?: boolean;
  children: ReactNode;
}

/** Things of one kind, a row each. */
export const List = ({ columns, withActions = false, children }: Props) => {
  const { t } = useWords();
  return (
    <table className="list">
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
