/** More than a page of a hundred orders of 1 MB, the largest there are. */
const TEXT_MB_MAX = 256;

export const TIMEOUT_MS = 30_000;

/** The text of an answer. One that never ends, of a broken proxy, must not fill the memory; one that stalls fails. */
export const readText = async (
  { body, url }: Response,
  silenceMsMax = TIMEOUT_MS,
): Promise<string> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let isSilent = false;
  const readNext = async () => {
    const timer = setTimeout(() => {
      isSilent = true;
      // The pending read then ends as if the body were over.
      reader?.cancel().catch(() => undefined);
    }, silenceMsMax);
    const next = await reader?.read().finally(() => clearTimeout(timer));
    if (isSilent) throw new Error('the service has gone silent within its answer');
    return next;
  };
  let bytesLeft = TEXT_MB_MAX * 1_000_000;
  let text = '';
  for (let read = await readNext(); read?.value; read = await readNext()) {
    bytesLeft -= read.value.length;
    if (bytesLeft < 0) {
      await reader?.cancel();
      // No answer of the service: like that of another site, it is not asked for again.
      throw new SyntaxError(`${url} answered more than ${TEXT_MB_MAX} MB`);
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
};
