import { hash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import type { Body } from '../../storage/port/body.ts';
import { type Answer, NO_BODY, type Pieces } from './answer.ts';
import { readQualityValues } from './quality-values.ts';

/** In order of preference where the client has none. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Below this a compressed answer saves no packet. */
const COMPRESS_BYTES_MIN = 1_400;
const ETAG_CHARS = 22;

/** The request headers that decide in which form an answer goes out. */
interface Preconditions {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * The form of a good answer that this client gets: a 304 if it has the answer already, compressed if it
 * accepts that. Tag and compressed forms stay with the answer, so that a cached answer costs neither again.
 */
export const negotiate = async (
  answer: Answer,
  { acceptEncoding, ifNoneMatch }: Preconditions,
): Promise<Answer> => {
  if (answer.status !== 200 || answer.open !== undefined) return answer;
  if (answer.pieces !== undefined) return compressPieces(answer, answer.pieces, acceptEncoding);
  answer.tag ??= digest(answer.body);
  const { tag, body } = answer;
  const encoding = body.length < COMPRESS_BYTES_MIN ? null : chooseEncoding(acceptEncoding);
  const encodedTag = encoding === null ? tag : `${tag}-${encoding}`;
  if (ifNoneMatch !== undefined && isMatch(ifNoneMatch, tag)) {
    return { status: 304, headers: [], body: NO_BODY, tag: encodedTag };
  }
  if (encoding === null) return answer;

  answer.compressed ??= new Map();
  const compressed = answer.compressed.getOrInsertComputed(encoding, () =>
    COMPRESSORS[encoding](body),
  );
  return {
    status: 200,
    headers: [...answer.headers, 'Content-Encoding', encoding],
    body: await compressed,
    tag: encodedTag,
  };
};

const compressPieces = (
  answer: Answer,
  { from, isPlain }: Pieces,
  acceptEncoding: string | undefined,
): Answer => {
  const encoding = isPlain ? chooseEncoding(acceptEncoding) : null;
  if (encoding === null) return answer;
  return {
    ...answer,
    headers: [...answer.headers, 'Content-Encoding', encoding],
    pieces: { from, isPlain: false, makeCompressor: STREAM_COMPRESSORS[encoding] },
  };
};

/** An ETag of bytes, or of a text that changes with them. */
export const digest = (of: string | Uint8Array): string =>
  hash('sha256', of, 'base64url').slice(0, ETAG_CHARS);

/** Encoded forms of the same bytes match too: the client has what it asks for. */
const isMatch = (ifNoneMatch: string, tag: string): boolean => {
  const start = `"${tag}`;
  // Nearly every client sends one tag of ours, as it was.
  if (ENDS.some((end) => ifNoneMatch === start + end)) return true;
  return ifNoneMatch.split(',').some((each) => {
    const given = each.trim().replace(/^W\//, '');
    return given === '*' || (given.startsWith(start) && ENDS.includes(given.slice(start.length)));
  });
};
const ENDS = ['"', ...ENCODINGS.map((encoding) => `-${encoding}"`)];

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
const zstdAsync = promisify(zstdCompress);

/** At these levels a page of orders takes about a millisecond: the client waits meanwhile. */
const LEVELS = {
  gzip: { level: 5 },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 3 } },
};

const COMPRESSORS: Record<Encoding, (body: Body) => Promise<Body>> = {
  gzip: (body) => gzipAsync(body, LEVELS.gzip),
  br: (body) => brotliAsync(body, LEVELS.br),
  zstd: (body) => zstdAsync(body, LEVELS.zstd),
};

const STREAM_COMPRESSORS: Record<Encoding, () => Transform> = {
  gzip: () => createGzip(LEVELS.gzip),
  br: () => createBrotliCompress(LEVELS.br),
  zstd: () => createZstdCompress(LEVELS.zstd),
};

/** The encoding to answer with, by `Accept-Encoding`; null for none. */
const chooseEncoding = (accepted: string | undefined): Encoding | null => {
  if (accepted === undefined || accepted === '') return null;
  const weights = readQualityValues(accepted);
  let best: Encoding | null = null;
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  // A client may prefer the plain answer to every encoding that we have.
  return bestWeight < (weights.get('identity') ?? 0) ? null : best;
};
