import { type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';
import { type Modal, useModal } from './use-modal.ts';

interface Props extends Modal {
  title: string;
  wide?: boolean;
  children: ReactNode;
}

export const Dialog = ({
  title,
  wide = false,
  sticky = false,
  busy = false,
  onClose,
  children,
}: Props) => {
  const { t } = useWords();
  const modal = useModal({ sticky, busy, onClose });
  const id = useId();
  return (
    <dialog {...modal} className={wide ? 'dialog wide' : 'dialog'} aria-labelledby={id}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {!sticky && (
          <Button
            look="quiet"
            small
            icon="close"
            aria-label={t('do.close')}
            disabled={busy}
            onClick={onClose}
          />
        )}
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
};
