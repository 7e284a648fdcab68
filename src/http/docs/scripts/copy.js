// @ts-nocheck: it runs in browsers, whose types the service does not know.
// Brings the buttons to life that copy a block of code. Without this script they stay hidden.

const SHOWN_MS = 1500;

const copy = (block) => {
  // Browsers offer the clipboard to pages over https and on this machine only.
  if (navigator.clipboard) return navigator.clipboard.writeText(block.textContent);
  getSelection().selectAllChildren(block);
  document.execCommand('copy');
};

for (const button of document.querySelectorAll('button.copy')) {
  const { textContent: label } = button;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await copy(button.parentElement.querySelector('code'));
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
