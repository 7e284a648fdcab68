import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

/** How much of a response body is read; a longer one is cut off, and its status still counts. */
export const READ_BYTES_MAX = 64 * 1_024;
export const KEPT_BYTES_MAX = 4 * 1_024;

/** Unzip tells gzip from deflate by itself. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Of a compressed body no more is unpacked than is kept, so a decompression bomb costs nothing. */
export const makePreview = (
  chunks: readonly Buffer[],
  contentEncoding: string | undefined,
): string | Promise<string> => {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  const makeDecoder = DECODERS[contentEncoding?.trim().toLowerCase() ?? ''];
  if (makeDecoder !== undefined) return unpack(bytes, makeDecoder()).then(toText);
  // Nearly every answer is a word or two of plain ASCII.
  const plain = bytes.toString('latin1', 0, KEPT_BYTES_MAX);
  return PLAIN.test(plain) ? plain : toText(bytes);
};

const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Up to the first error if there is one. */
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

/** Control characters could rewrite a terminal. Replacing invalid UTF-8 lengthens a text: it is cut again. */
const toText = (bytes: Buffer): string =>
  cutText(Buffer.from(cutText(bytes).replace(/[^\P{Cc}\n\t]/gu, '')));

const cutText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true });
