/** More than a page of a hundred orders of 1 MB, the largest there are. */
const TEXT_MB_MAX = 256;

/** The text of an answer. One that never ends, of a broken proxy, must not fill the memory. */
export const readText = async ({ body, url }: Response): Promise<string> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let bytesLeft = TEXT_MB_MAX * 1_000_000;
  let text = '';
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
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
