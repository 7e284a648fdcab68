import { type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';
import { useDialogs } from './dialogs.tsx';
import { type Modal, useModal } from './use-modal.ts';

interface Props extends Omit<Modal, 'onClose'> {
  title: string;
  wide?: boolean;
  children: ReactNode;
}

export const Dialog = ({ title, wide = false, sticky = false, busy = false, children }: Props) => {
  const { t } = useWords();
  const { close } = useDialogs();
  const modal = useModal({ sticky, busy, onClose: close });
  const id = useId();
  return (
    <dialog {...modal} className={wide ? 'dialog wide' : 'dialog'} aria-labelledby={id}>
      <div className="row line spread dialog-head">
        <h2 id={id}>{title}</h2>
        {!sticky && (
          <Button
            look="quiet"
            small
            icon="close"
            aria-label={t('do.close')}
            disabled={busy}
            onClick={close}
          />
        )}
      </div>
      <div className="stack dialog-body">{children}</div>
    </dialog>
  );
};
