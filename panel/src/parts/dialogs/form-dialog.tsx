import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { ErrorMessage } from '../states/error-message.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** Text of the submit button; the title by default. */
  action?: string;
  /** The mutation that submitting starts. */
  sending: { mutate(): void; isPending: boolean; error: unknown };
  /** Whether the form is complete. */
  ready?: boolean;
  onClose(): void;
  children: ReactNode;
}

export const FormDialog = ({ title, action, sending, ready = true, onClose, children }: Props) => {
  const { t } = useWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) sending.mutate();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        {sending.error !== null && <ErrorMessage error={sending.error} />}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('do.cancel')}</Button>
          <Button look="primary" type="submit" busy={sending.isPending} disabled={!ready}>
            {action ?? title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
