import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { useDialogs } from './dialogs.tsx';

/** Opens the dialog that creates something when the address asks for it, so that a link can, even one on the same page. */
export const useCreating = (dialog: ReactNode): void => {
  const { open } = useDialogs();
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('crear');
  useEffect(() => {
    if (!isAsked) return;
    setParams({}, { replace: true });
    open(dialog);
  }, [isAsked, setParams, open, dialog]);
};
