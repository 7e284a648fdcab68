import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../button.tsx';
import { DialogContext, useDialogs } from './dialogs.tsx';

/**
 * A dialog that creates something, and the button that opens it. The address says that it is open, so that a link opens it
 * even from its own page.
 */
export const useCreating = (text: string, form: ReactNode) => {
  const { open } = useDialogs();
  const [params, setParams] = useSearchParams();
  const close = () => setParams({}, { replace: true });
  const dialog = params.has('crear') && (
    <DialogContext value={{ open, close }}>{form}</DialogContext>
  );
  const button = (
    <Button look="primary" icon="plus" onClick={() => setParams({ crear: '1' }, { replace: true })}>
      {text}
    </Button>
  );
  return { button, dialog };
};
