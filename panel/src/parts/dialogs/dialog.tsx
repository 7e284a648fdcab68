import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../button.tsx';

interface Props {
  title: string;
  wide?: boolean;
  /** Neither Escape nor a click outside closes it: what it shows is shown only once. */
  sticky?: boolean;
  /** A request is under way: it stays until that is answered. */
  busy?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * Where the keyboard starts. The browser would take the button that closes, and Enter would then close the form.
 * Of a question it is the answer that harms nothing; of what is shown once, the button that copies it.
 */
const firstStop = (dialog: HTMLElement, sticky: boolean): HTMLElement | null =>
  dialog.querySelector<HTMLElement>(
    '.dialog-body :is(input, select, textarea):not(:disabled, [type=hidden])',
  ) ??
  dialog.querySelector<HTMLElement>(sticky ? '.copy-box button' : '.dialog-foot .primary') ??
  dialog.querySelector<HTMLElement>('.dialog-foot button');

/** The browser's own modal dialog, which traps the focus. It gives it back only if it closes before React removes it. */
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
    // Opened anew when it becomes sticky or ceases to be: its content, and with it the first stop, is another then.
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
        // At the second press of Android's back button, which nothing prevents.
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
