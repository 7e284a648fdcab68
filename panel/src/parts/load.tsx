import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/http.ts';
import { useWords } from '../i18n/lang.tsx';
import { Bones, Empty } from './states.tsx';
import { Trouble } from './trouble.tsx';

interface Props<T> {
  query: UseQueryResult<T>;
  waiting?: ReactNode;
  children(data: T): ReactNode;
}

/**
 * One answer of the server in all its states. What was loaded once stays on the page when a later
 * attempt fails, with a word about it: old figures are better than none.
 */
export const Load = <T,>({ query, waiting, children }: Props<T>) => {
  const { t } = useWords();
  const { data, error, isPending, refetch } = query;
  if (isPending) return waiting ?? <Bones />;
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 404) {
      return <Empty icon="search" title={t('state.notFound')} />;
    }
    return <Trouble error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </>
  );
};
