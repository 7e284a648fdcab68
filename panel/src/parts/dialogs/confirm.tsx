import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { ErrorMessage } from '../states/error-message.tsx';
import { Hint } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** How to undo it, or that it cannot be undone. */
  undo: string;
  reversible: boolean;
  action: string;
  onConfirm(): Promise<unknown>;
  /** Done or cancelled. */
  onClose(): void;
  /** Only when cancelled; `onClose` by default. */
  onCancel?: (() => void) | undefined;
}

export const ConfirmDialog = ({ title, children, undo, reversible, action, ...on }: Props) => {
  const { t } = useWords();
  // As in `FormDialog`: `isPending` would come too late for a double click.
  const [busy, setBusy] = useState(false);
  const { mutate, error } = useMutation({ mutationFn: on.onConfirm, onSuccess: on.onClose });
  const confirm = () => {
    setBusy(true);
    mutate(undefined, { onSettled: () => setBusy(false) });
  };
  const leave = on.onCancel ?? on.onClose;
  return (
    <Dialog title={title} busy={busy} onClose={leave}>
      <div className="stack tight">{children}</div>
      <Hint tone={reversible ? 'quiet' : 'warn'} icon={reversible ? 'info' : 'warning'}>
        {undo}
      </Hint>
      {error !== null && <ErrorMessage error={error} />}
      <div className="dialog-foot">
        <Button disabled={busy} onClick={leave}>
          {t('do.cancel')}
        </Button>
        <Button look={reversible ? 'primary' : 'danger filled'} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
