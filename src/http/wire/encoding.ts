import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Body } from '../../storage/port/body.ts';

/** In order of preference where the client has none. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this a compressed answer saves no packet. */
export const COMPRESS_BYTES_MIN = 1_400;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
const zstdAsync = promisify(zstdCompress);

/** Levels at which a page of orders costs about a millisecond: it is compressed while somebody waits. */
const COMPRESSORS: Record<Encoding, (body: Body) => Promise<Body>> = {
  gzip: (body) => gzipAsync(body, { level: 5 }),
  br: (body) => brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (body) => zstdAsync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};

export const compress = (body: Body, encoding: Encoding): Promise<Body> =>
  COMPRESSORS[encoding](body);

/** The encoding to answer with, by `Accept-Encoding`; null for none. */
export const chooseEncoding = (accepted: string | undefined): Encoding | null => {
  if (accepted === undefined || accepted === '') return null;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    weights.set(name, readWeight(parameters));
  }
  let best: Encoding | null = null;
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  // A client may like the plain answer better than any encoding that we have.
  return bestWeight < (weights.get('identity') ?? 0) ? null : best;
};

const readWeight = (parameters: readonly string[]): number => {
  const q = parameters.find((each) => each.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return Number.isFinite(weight) ? weight : 0;
};
