import type { Readable } from 'node:stream';

/** Collects the text that arrives on streams from now on; the function returns all of it so far. */
export const collectOutput = (...streams: readonly Readable[]): (() => string) => {
  let output = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  return () => output;
};
