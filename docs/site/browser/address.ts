const { url = '', guessedUrl = '' } = document.documentElement.dataset;
const isGuessWrong = guessedUrl !== '' && guessedUrl !== location.origin;

/** The address of this service, for programs outside of the browser. */
export const serviceUrl = isGuessWrong ? location.origin : url;

/**
 * Without PUBLIC_URL the service writes the loopback address into its samples, which leads nowhere on another device. The
 * address of this page leads to the service.
 */
export const nameThisAddress = (): void => {
  const main = document.querySelector('main');
  if (!isGuessWrong || main === null) return;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.nodeValue?.includes(guessedUrl)) {
      text.nodeValue = text.nodeValue.replaceAll(guessedUrl, location.origin);
    }
  }
};
