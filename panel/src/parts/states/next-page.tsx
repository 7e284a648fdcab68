import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';
import { ErrorMessage } from './error-message.tsx';

/** Loads more of a list. A failure is shown here, because the top of a long list is out of sight. */
export const NextPage = ({ query, text }: { query: UseInfiniteQueryResult; text?: string }) => {
  const { t } = useWords();
  const { error, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      {isFetchNextPageError && <ErrorMessage error={error} />}
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {text ?? t('do.more')}
      </Button>
    </>
  );
};
