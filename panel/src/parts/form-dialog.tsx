import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../i18n/lang.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Trouble } from './trouble.tsx';

interface Props {
  title: string;
  /** On the button that sends it; by default the title. */
  action?: string;
  /** What sending it does, and how that goes. */
  sending: { mutate(): void; isPending: boolean; error: unknown };
  /** Whether it may be sent as it is filled in. */
  ready?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Something to fill in and send, with a way out and what went wrong. */
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
        {sending.error !== null && <Trouble error={sending.error} />}
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
