import { setFlagsFromString } from 'node:v8';

/** V8's own counter, which its tests use too: after so many steps back, an expression matches nothing. */
const MAKE_LIMITED = 'return %NewRegExpWithBacktrackLimit(source, flags, max)';
/** Optimised code takes steps that V8 does not count. */
const FLAGS = ['allow-natives-syntax', 'no-regexp-optimization'];
const USUAL_FLAGS = ['no-allow-natives-syntax', 'regexp-optimization'];

const setFlags = (flags: readonly string[]): void => {
  for (const flag of flags) setFlagsFromString(`--${flag}`);
};

/** The first text in which a search, with `g` for every match, makes the engine go back more than `max` times. */
export const findCostly = (
  { source, flags, global, sticky }: RegExp,
  texts: readonly string[],
  max: number,
): string | undefined => {
  // Whatever the text, this matches at its beginning, unless the limit is exceeded.
  const search = `(?:${sticky ? '' : '[^]*?'}(?:${source}))${global ? '*' : '?'}`;
  setFlags(FLAGS);
  try {
    const makeLimited = new Function('source', 'flags', 'max', MAKE_LIMITED);
    const limited: RegExp = makeLimited(search, flags.replace(/[gy]/g, ''), max);
    return texts.find((text) => limited.exec(text) === null);
  } finally {
    setFlags(USUAL_FLAGS);
  }
};
