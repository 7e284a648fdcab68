// @ts-nocheck: it runs in browsers, whose types the service does not know.
// Without PUBLIC_URL the service writes the loopback address into its samples, which leads nowhere on another device. The
// address of this page leads to the service.

const { guessedUrl } = document.currentScript.dataset;

if (guessedUrl && guessedUrl !== location.origin) {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.data.includes(guessedUrl)) {
      text.data = text.data.replaceAll(guessedUrl, location.origin);
    }
  }
}
