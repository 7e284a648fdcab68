import type { ReactNode } from 'react';
import { ApiError } from '../../api/http.ts';
import { useWords } from '../../i18n/lang.ts';
import { ErrorMessage } from './error-message.tsx';
import { Empty, Skeleton } from './states.tsx';

interface Props<T> {
  query: {
    data: T | undefined;
    error: Error | null;
    isPending: boolean;
    /** Whether the data are those of the choice before. */
    isPlaceholderData?: boolean;
    /** The button below a list says so itself. */
    isFetchNextPageError?: boolean;
    refetch(): Promise<unknown>;
  };
  waiting?: ReactNode;
  children(data: T): ReactNode;
}

/** The states of a query for a choice. While the next choice loads, the one before stays, dimmed. */
export const LoadChosen = <T,>(props: Props<T>) => (
  <div
    aria-busy={props.query.isPlaceholderData}
    className={props.query.isPlaceholderData ? 'stack wide dimmed' : 'stack wide'}
  >
    <Load {...props} />
  </div>
);

/**
 * The states of a query: loading, failed, loaded. Data that was loaded once stays on the page when a
 * refresh fails, below a message: old figures are better than none.
 */
export const Load = <T,>({ query, waiting, children }: Props<T>) => {
  const { t } = useWords();
  const { data, error, isPending, isFetchNextPageError = false, refetch } = query;
  if (isPending) return waiting ?? <Skeleton />;
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 404) {
      return <Empty icon="search" title={t('state.notFound')} />;
    }
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {error !== null && !isFetchNextPageError && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      {children(data)}
    </>
  );
};
