import { type ReactNode, useState } from 'react';
import { useWords } from '../i18n/lang.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Hint } from './states.tsx';
import { Trouble } from './trouble.tsx';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** How to undo it, or that it cannot be undone: nobody should have to guess. */
  undo: string;
  reversible: boolean;
  action: string;
  onConfirm(): Promise<unknown>;
  /** It was done, or the person went away. */
  onClose(): void;
  /** Only when the person went away; by default the same. */
  onCancel?: (() => void) | undefined;
}

export const Confirm = ({ title, children, undo, reversible, action, ...on }: Props) => {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await on.onConfirm();
      on.onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  const leave = on.onCancel ?? on.onClose;
  return (
    <Dialog title={title} onClose={leave}>
      <div className="stack tight">{children}</div>
      <Hint tone={reversible ? 'quiet' : 'warn'} icon={reversible ? 'info' : 'warning'}>
        {undo}
      </Hint>
      {error !== null && <Trouble error={error} />}
      <div className="dialog-foot">
        <Button onClick={leave}>{t('do.cancel')}</Button>
        <Button
          look={reversible ? 'primary' : 'danger filled'}
          busy={busy}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
