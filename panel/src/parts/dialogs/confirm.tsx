import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSending } from '../../api/use-sending.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { ErrorMessage } from '../states/error-message.tsx';
import { Hint } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  /** Says how to undo it, or that it cannot be undone. */
  undo: string;
  reversible: boolean;
  action: string;
  onConfirm(): Promise<unknown>;
  /** Called when the action is done or cancelled. */
  onClose(): void;
}

export const ConfirmDialog = ({ title, children, undo, reversible, action, ...on }: Props) => {
  const { t } = useWords();
  const confirming = useMutation({ mutationFn: on.onConfirm, onSuccess: on.onClose });
  const { busy, send } = useSending(confirming);
  return (
    <Dialog title={title} busy={busy} onClose={on.onClose}>
      <div className="stack tight">{children}</div>
      <Hint tone={reversible ? 'quiet' : 'warn'} icon={reversible ? 'info' : 'warning'}>
        {undo}
      </Hint>
      {confirming.error !== null && <ErrorMessage error={confirming.error} />}
      <div className="dialog-foot">
        <Button disabled={busy} onClick={on.onClose}>
          {t('do.cancel')}
        </Button>
        <Button look={reversible ? 'primary' : 'danger filled'} busy={busy} onClick={() => send()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
