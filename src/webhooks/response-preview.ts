import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

/** Bytes of a response body that are read; a longer one is cut off, and its status still counts. */
export const READ_BYTES_MAX = 64 * 1_024;
const KEPT_BYTES_MAX = 4 * 1_024;

/** Unzip tells gzip from deflate by itself. */
const DECODERS = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** Unpacks no more of a compressed body than is kept, so that a decompression bomb costs nothing. */
export const makePreview = async (
  chunks: readonly Buffer[],
  contentEncoding: string | undefined,
): Promise<string> => {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks);
  const makeDecoder = DECODERS.get(contentEncoding?.trim().toLowerCase() ?? '');
  return toText(makeDecoder === undefined ? bytes : await unpack(bytes, makeDecoder()));
};

/** Keeps what was unpacked before an error. */
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

/** Removes control characters, which could rewrite a terminal. Replacing invalid UTF-8 lengthens a text, so it is cut again. */
const toText = (bytes: Buffer): string =>
  cutText(Buffer.from(cutText(bytes).replace(/[^\P{Cc}\n\t]/gu, '')));

const cutText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true });
