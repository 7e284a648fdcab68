import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { DialogContext, useDialogs } from './dialogs.tsx';

/** The dialog that creates something. The address says that it is open, so that a link opens it even from its own page. */
export const useCreating = (form: ReactNode) => {
  const { open } = useDialogs();
  const [params, setParams] = useSearchParams();
  const start = () => setParams({ crear: '1' }, { replace: true });
  const close = () => setParams({}, { replace: true });
  const dialog = params.has('crear') && (
    <DialogContext value={{ open, close }}>{form}</DialogContext>
  );
  return { start, dialog };
};
