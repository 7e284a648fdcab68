import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { makeFairQueue } from '../platform/async/fair-queue.ts';
import type { RandomBytes } from '../platform/random.ts';

/** The parameters that OWASP names first. Every hash carries its own, so that older hashes stay readable after a change. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const VERSION = 19;
const UNPADDED = { omitPadding: true };

export const PASSWORD_CHARS_MIN = 12;
export const PASSWORD_CHARS_MAX = 200;
const DISTINCT_CHARS_MIN = 5;

/** Hashes at a time, out of the four threads of Node's pool, which compression and files use too. */
const RUNNING_MAX = 2;
const WAITING_MAX = 64;

const argon2Async = promisify(argon2);

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,})\$([\w+/]{16,})$/;

/** Normalised, so that the same password typed on another keyboard has the same bytes. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

export const passwordProblem = (password: string, email: string): 'length' | 'easy' | null => {
  const chars = [...password.normalize('NFKC')];
  if (chars.length < PASSWORD_CHARS_MIN || chars.length > PASSWORD_CHARS_MAX) return 'length';
  const plain = password.toLowerCase();
  const [name = ''] = email.split('@');
  const isPersonal = plain === email || (name.length >= 4 && plain.replace(name, '').length < 8);
  return isPersonal || new Set(chars).size < DISTINCT_CHARS_MIN ? 'easy' : null;
};

/** Hashes off the event loop, a few at a time: a flood of sign-ins must not starve everything else. */
export const makePasswords = (randomBytes: RandomBytes) => {
  const inTurn = makeFairQueue(RUNNING_MAX, WAITING_MAX);

  const derive = (password: string, nonce: Buffer, cost: typeof COST, tagLength: number) =>
    argon2Async('argon2id', { message: toBytes(password), nonce, tagLength, ...cost });

  const hash = async (password: string): Promise<string> => {
    const salt = Buffer.from(randomBytes(SALT_BYTES));
    const tag = await inTurn('', () => derive(password, salt, COST, TAG_BYTES));
    return formatHash(salt, tag);
  };

  /** Compared with if there is no user, so that an unknown user takes as long as a known one. */
  const dummyHash = formatHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

  /** To be called in a turn (`inTurn`), of which each visitor's network has its own lane. */
  const verify = async (password: string, stored: string | null): Promise<boolean> => {
    const [, memory, passes, parallelism, salt = '', tag = ''] =
      PHC.exec(stored ?? dummyHash) ?? [];
    if (memory === undefined) throw new Error('a stored password has no known form');
    const expected = Buffer.from(tag, 'base64');
    const cost = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    };
    const given = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
    return timingSafeEqual(given, expected) && stored !== null;
  };

  return { hash, verify, inTurn };
};

export type Passwords = ReturnType<typeof makePasswords>;

const formatHash = (salt: Buffer, tag: Buffer): string => {
  const { memory, passes, parallelism } = COST;
  const parameters = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=${VERSION}$${parameters}$${salt.toBase64(UNPADDED)}$${tag.toBase64(UNPADDED)}`;
};
