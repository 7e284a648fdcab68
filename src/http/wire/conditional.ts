import { hash } from 'node:crypto';
import { type Answer, bytesOf, NO_BODY, wholeOf } from './answer.ts';
import { COMPRESS_BYTES_MIN, chooseEncoding, compress, ENCODINGS } from './encoding.ts';
import type { HeaderList } from './head.ts';

const ETAG_CHARS = 22;
const NO_HEADERS: HeaderList = [];

/** What a client says that it has and takes. */
export interface Wishes {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * Fits a good answer to its client: nothing at all when it has it already, compressed when it takes
 * that. Tag and compressed forms stay with the answer, so that one that is given again costs neither.
 */
export const tailor = (answer: Answer, wishes: Wishes): Answer | Promise<Answer> => {
  if (answer.status !== 200 || answer.open !== undefined) return answer;
  answer.tag ??= digest(wholeOf(answer));
  const { tag } = answer;
  const isLarge = bytesOf(answer) >= COMPRESS_BYTES_MIN;
  const encoding = isLarge ? chooseEncoding(wishes.acceptEncoding) : null;
  const encodedTag = encoding === null ? tag : `${tag}-${encoding}`;
  if (wishes.ifNoneMatch !== undefined && isMatch(wishes.ifNoneMatch, tag)) {
    return { status: 304, headers: NO_HEADERS, body: NO_BODY, tag: encodedTag };
  }
  if (encoding === null) return answer;

  answer.compressed ??= new Map();
  const kept = answer.compressed.getOrInsertComputed(encoding, () =>
    compress(wholeOf(answer), encoding),
  );
  return kept.then((body) => ({
    status: answer.status,
    headers: [...answer.headers, 'Content-Encoding', encoding],
    body,
    tag: encodedTag,
  }));
};

/** What a tag is made of: bytes, or whatever changes with them. */
export const digest = (of: string | Uint8Array): string =>
  hash('sha256', of, 'base64url').slice(0, ETAG_CHARS);

/** Encoded forms of the same bytes count as the same: the client has what it asks for. */
const isMatch = (ifNoneMatch: string, tag: string): boolean =>
  // Nearly always exactly what was given: told without making any text.
  isQuoted(ifNoneMatch, tag) ||
  ifNoneMatch.split(',').some((each) => {
    const given = each.trim().replace(/^W\//, '');
    return (
      given === '*' || given === `"${tag}"` || FORMS.some((form) => given === `"${tag}${form}"`)
    );
  });
const isQuoted = (given: string, tag: string): boolean =>
  given.length === tag.length + 2 &&
  given.startsWith('"') &&
  given.endsWith('"') &&
  given.startsWith(tag, 1);
const FORMS = ENCODINGS.map((encoding) => `-${encoding}`);
