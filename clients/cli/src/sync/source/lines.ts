/** Yields the whole lines of a body, as many at a time as have arrived. Fails if the body breaks off. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  // Some proxies end a broken answer as if it were whole.
  if (rest !== '') throw new Error('the service ended its answer within a line');
}
