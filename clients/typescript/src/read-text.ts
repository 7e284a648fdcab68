/** More than a page of a hundred orders of 1 MB, the largest there are. */
const TEXT_MB_MAX = 256;

/** The text of an answer. One that never ends, of a broken proxy, must not fill the memory. */
export const readText = async ({ body, url }: Response): Promise<string> => {
  let bytesLeft = TEXT_MB_MAX * 1_000_000;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytesLeft -= chunk.length;
      // No answer of the service: like that of another site, it is not asked for again.
      if (bytesLeft < 0) throw new SyntaxError(`${url} answered more than ${TEXT_MB_MAX} MB`);
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(bounded)).text();
};
