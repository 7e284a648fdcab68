import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

/** How much of an answer is read; a longer one is cut off here, and its status counts nevertheless. */
export const READ_BYTES_MAX = 64 * 1_024;
/** How much of it is kept. */
export const KEPT_BYTES_MAX = 4 * 1_024;

/** Unzip knows gzip from deflate by itself. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * What is kept of an answer, as text that harms nobody who looks at it later. Of a compressed body no
 * more is unpacked than is kept, however much more there is in it.
 */
export const makeExcerpt = (
  chunks: readonly Buffer[],
  contentEncoding: string | undefined,
): string | Promise<string> => {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  const makeDecoder = DECODERS[contentEncoding?.trim().toLowerCase() ?? ''];
  if (makeDecoder !== undefined) return unpack(bytes, makeDecoder()).then(toText);
  // Nearly every answer is a word or two, and there is nothing to mend in it.
  const plain = bytes.toString('latin1', 0, KEPT_BYTES_MAX);
  return PLAIN.test(plain) ? plain : toText(bytes);
};

const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** The beginning of what is packed, up to the first error if there is one. */
const unpack = (bytes: Buffer, decoder: Transform): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    decoder
      .on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= KEPT_BYTES_MAX) decoder.destroy();
      })
      .on('error', () => decoder.destroy())
      .on('close', () => resolve(Buffer.concat(parts)))
      .end(bytes);
  });

/**
 * Controls could rewrite a terminal or break a column. What is no UTF-8 grows when it is replaced: the
 * text is cut to size again, and a character that was cut in two is dropped.
 */
const toText = (bytes: Buffer): string =>
  cutText(Buffer.from(cutText(bytes).replace(/[^\P{Cc}\n\t]/gu, '')));

const cutText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true });
