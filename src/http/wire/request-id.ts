import { TOKENS } from '../../contract/ids.ts';
import { randomBase32 } from '../../domain/ids.ts';
import type { RandomBytes } from '../../random.ts';

const PREFIX_CHARS = 12;
const GIVEN = /^[A-Za-z0-9._-]{1,64}$/;

export type RequestIds = (given: string | string[] | undefined) => string;

/**
 * The id that names a request in its answer and in our log: the caller's own when it is harmless to
 * repeat (it is logged: it must be no token), else a new one (random once a process, then counted).
 */
export const makeRequestIds = (randomBytes: RandomBytes): RequestIds => {
  const prefix = randomBase32(randomBytes(PREFIX_CHARS));
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && GIVEN.test(given) && given.search(TOKENS) < 0) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
};
