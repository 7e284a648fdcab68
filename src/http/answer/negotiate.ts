import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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
import { type Body, inOwnMemory } from '../../storage/port/body.ts';
import { type Answer, NO_BODY, type Pieces } from './answer.ts';
import { readQualityValues } from './quality-values.ts';

/** In our order of preference, for clients that have none. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Below this a compressed answer saves no packet. */
const COMPRESS_BYTES_MIN = 1_400;
const ETAG_CHARS = 22;

/** The request headers that decide in which form an answer goes out. */
type Preconditions = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>;

/**
 * The form in which this client gets a 200: a 304 if it has the answer already, compressed if it accepts
 * that. ETag and compressed forms stay with the answer, so that a cached answer is neither hashed nor compressed again.
 */
export const negotiate = async (
  answer: Answer,
  { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch }: Preconditions,
): Promise<Answer> => {
  if (answer.status !== 200 || answer.open !== undefined) return answer;
  if (answer.pieces !== undefined) return compressPieces(answer, answer.pieces, acceptEncoding);
  answer.tag ??= digest(answer.body);
  const { tag, body } = answer;
  const encoding = body.length < COMPRESS_BYTES_MIN ? null : chooseEncoding(acceptEncoding);
  const encodedTag = encoding === null ? tag : `${tag}-${encoding}`;
  if (ifNoneMatch !== undefined && isMatch(ifNoneMatch, tag)) {
    return { status: 304, headers: {}, body: NO_BODY, tag: encodedTag };
  }
  if (encoding === null) return answer;

  answer.compressed ??= new Map();
  const compressed = answer.compressed.getOrInsertComputed(encoding, () =>
    CODECS[encoding].whole(body).then(inOwnMemory),
  );
  return {
    status: 200,
    headers: { ...answer.headers, 'content-encoding': encoding },
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
    headers: { ...answer.headers, 'content-encoding': encoding },
    pieces: { from, isPlain: false, makeCompressor: CODECS[encoding].stream },
  };
};

/** The ETag of these bytes, or of the text that stands for them. */
export const digest = (of: string | Uint8Array): string =>
  hash('sha256', of, 'base64url').slice(0, ETAG_CHARS);

/** Whether the client has the answer already, in plain or compressed form. */
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

const makeCodec = <Options>(
  whole: (body: Body, options: Options) => Promise<Body>,
  stream: (options: Options) => Transform,
  options: Options,
) => ({ whole: (body: Body) => whole(body, options), stream: () => stream(options) });

/** The client waits for the compression: at these levels a page of orders takes about a millisecond. */
const CODECS = {
  gzip: makeCodec(promisify(gzip), createGzip, { level: 5 }),
  br: makeCodec(promisify(brotliCompress), createBrotliCompress, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  }),
  zstd: makeCodec(promisify(zstdCompress), createZstdCompress, {
    params: { [constants.ZSTD_c_compressionLevel]: 3 },
  }),
};

/** The encoding that `Accept-Encoding` asks for; null for none. */
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
