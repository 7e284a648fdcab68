import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';

interface Props {
  title: string;
  wide?: boolean;
  /** Neither Escape nor a click outside closes it: it shows something that is shown only once. */
  sticky?: boolean;
  /** A request is under way: the dialog stays open until it is answered. */
  busy?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * The element that gets the focus first. The browser would choose the close button, and Enter would close the form. For
 * a question it is the harmless answer; for a secret that is shown once, the button that copies it.
 */
const firstStop = (dialog: HTMLElement, sticky: boolean): HTMLElement | null =>
  dialog.querySelector<HTMLElement>(
    '.dialog-body :is(input, select, textarea):not(:disabled, [type=hidden])',
  ) ??
  dialog.querySelector<HTMLElement>(sticky ? '.copy-box button' : '.dialog-foot .primary') ??
  dialog.querySelector<HTMLElement>('.dialog-foot button');

/** The browser's modal dialog, which traps the focus. It restores the focus only if it closes before React removes it. */
export const Dialog = ({ title, wide = false, sticky = false, busy = false, ...rest }: Props) => {
  const { t } = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const onClose = () => {
    if (!sticky && !busy) rest.onClose();
  };
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    firstStop(dialog, sticky)?.focus();
    return () => dialog.close();
    // Opened again when `sticky` changes: the content, and with it the first element to focus, is another then.
  }, [sticky]);
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // The second press of Android's back button closes it, which cannot be prevented.
        if (ref.current?.open !== false) return;
        if (sticky || busy) ref.current.showModal();
        else rest.onClose();
      }}
      onKeyDown={(event) => {
        // Chromium closes at the second Escape even if the first was prevented.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
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
      <div className="dialog-body">{rest.children}</div>
    </dialog>
  );
};
