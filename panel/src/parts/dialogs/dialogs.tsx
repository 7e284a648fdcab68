import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';

interface Dialogs {
  open(dialog: ReactNode): void;
  close(): void;
}

export const DialogContext = createContext<Dialogs | null>(null);

/**
 * Shows the dialog of a page beside the page's own content: a row that a change removes does not take along the secret
 * that the change has just shown.
 */
export const DialogHost = ({ children }: { children: ReactNode }) => {
  const [dialog, open] = useState<ReactNode>(null);
  const dialogs = useMemo(() => ({ open, close: () => open(null) }), []);
  return (
    <DialogContext value={dialogs}>
      {children}
      <Suspense>{dialog}</Suspense>
    </DialogContext>
  );
};

export const useDialogs = (): Dialogs => {
  const dialogs = useContext(DialogContext);
  if (dialogs === null) throw new Error('useDialogs needs a DialogHost above it');
  return dialogs;
};
