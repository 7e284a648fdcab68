import { find } from './find.ts';

const SHOWN_MS = 1_500;

/** Shows the buttons that copy a block of code. Without this script they stay hidden. */
export const offerCopies = (within: ParentNode): void => {
  for (const button of within.querySelectorAll<HTMLButtonElement>('button.copy')) {
    const { textContent: label } = button;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await copy(find(button.parentElement ?? document, 'code'));
      button.textContent = button.dataset['done'] ?? label;
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    });
  }
};

const copy = async (block: HTMLElement): Promise<void> => {
  // Browsers offer the clipboard to pages over https and on this machine only.
  if (navigator.clipboard) return navigator.clipboard.writeText(block.textContent ?? '');
  getSelection()?.selectAllChildren(block);
  document.execCommand('copy');
};
