import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageSkeleton } from './states.tsx';

/** Within the shell, so that the other pages stay in reach if one fails. */
export const PageBoundary = ({ children }: { children: ReactNode }) => {
  const [place] = useLocation();
  return (
    <ErrorBoundary place={place}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
};
