import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';

export interface Modal {
  /** Neither Escape nor a click outside closes it: it shows something that is shown only once. */
  sticky?: boolean;
  /** A request is under way: the dialog stays open until it is answered. */
  busy?: boolean;
  onClose(): void;
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

/**
 * Makes a `<dialog>`, which takes the result as its props, modal while it is mounted: the browser traps the focus. It
 * restores the focus only if the dialog closes before React removes it.
 */
export const useModal = ({ sticky = false, busy = false, onClose }: Modal) => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    firstStop(dialog, sticky)?.focus();
    return () => dialog.close();
    // Opened again when `sticky` changes: the content, and with it the first element to focus, is another then.
  }, [sticky]);
  const close = () => {
    if (!sticky && !busy) onClose();
  };
  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault();
      close();
    },
    onClose() {
      // The second press of Android's back button closes it, which cannot be prevented.
      if (ref.current?.open !== false) return;
      if (sticky || busy) ref.current.showModal();
      else onClose();
    },
    onKeyDown(event: KeyboardEvent) {
      // Chromium closes at the second Escape even if the first was prevented.
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    },
    onMouseDown(event: MouseEvent) {
      if (event.target === ref.current) close();
    },
  };
};
