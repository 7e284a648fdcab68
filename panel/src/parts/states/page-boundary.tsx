import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { DialogHost } from '../dialogs/dialogs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageSkeleton } from './states.tsx';

/** Within the shell, so that the other pages stay in reach if one fails. Another page begins anew. */
export const PageBoundary = ({ children }: { children: ReactNode }) => {
  const [place] = useLocation();
  return (
    <ErrorBoundary key={place}>
      <DialogHost>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </DialogHost>
    </ErrorBoundary>
  );
};
