// Reads a regular expression into a tree: as much of the syntax as the service uses.

export type RegexNode =
  | { kind: 'char'; matches: (char: string) => boolean }
  | { kind: 'sequence'; parts: readonly RegexNode[] }
  | { kind: 'choice'; options: readonly RegexNode[] }
  | { kind: 'repeat'; body: RegexNode; min: number; max: number; isLazy: boolean }
  | { kind: 'assert'; holds: (text: string, at: number) => boolean }
  | { kind: 'look'; body: RegexNode; isNegative: boolean };

const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|./isy;
const GROUP = /\((?:\?(?::|=|!|<=|<!|<\w+>))?/y;
/** Characters that a look-behind of ours may reach back. */
const BEHIND_CHARS_MAX = 64;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y;

export const parseRegex = ({ source, flags }: RegExp): RegexNode => {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };

  const readChoice = (): RegexNode => {
    const options = [readSequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(readSequence());
    }
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  };

  const readSequence = (): RegexNode => {
    const parts: RegexNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      parts.push(readQuantified());
    }
    return { kind: 'sequence', parts };
  };

  const readQuantified = (): RegexNode => {
    const body = readSingle();
    const found = take(QUANTIFIER);
    if (found === null) return body;
    const [, sign, least, comma, most, lazy] = found;
    const min = sign === undefined ? Number(least) : Number(sign === '+');
    const open = sign === '*' || sign === '+' || (comma === ',' && most === '');
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most || least);
    return { kind: 'repeat', body, min, max, isLazy: lazy === '?' };
  };

  const readSingle = (): RegexNode => {
    const from = at;
    const [group] = take(GROUP) ?? [];
    if (group !== undefined) {
      if (group === '(' && source[at] === '?') throw new Error(`unknown group in ${source}`);
      const body = readChoice();
      at += 1;
      if (group.startsWith('(?<') && !group.endsWith('>')) {
        return assertion(source.slice(from, at), flags);
      }
      const isLook = group === '(?=' || group === '(?!';
      return isLook ? { kind: 'look', body, isNegative: group === '(?!' } : body;
    }
    const [atom = ''] = take(ATOM) ?? [];
    if (/^\\[1-9k]/.test(atom)) throw new Error(`back-reference in ${source}`);
    if (/^(?:[\^$]|\\b|\\B)$/.test(atom)) return assertion(atom, flags);
    return { kind: 'char', matches: charTest(atom, flags) };
  };

  return readChoice();
};

const assertion = (source: string, flags: string): RegexNode => {
  if (source === '^' && !flags.includes('m')) return { kind: 'assert', holds: (_, at) => at === 0 };
  if (source === '$' && !flags.includes('m')) {
    return { kind: 'assert', holds: (text, at) => at === text.length };
  }
  const sticky = new RegExp(source, `${flags.replace(/[gy]/g, '')}y`);
  const holds = (text: string, at: number): boolean => {
    // Only the characters around `at` decide: copying just them keeps a step's cost independent of the text's length.
    const from = Math.max(0, at - BEHIND_CHARS_MAX);
    sticky.lastIndex = at - from;
    return sticky.test(text.slice(from, at + 1));
  };
  return { kind: 'assert', holds };
};

const charTest = (source: string, flags: string): ((char: string) => boolean) => {
  const whole = new RegExp(`^(?:${source})$`, flags.replace(/[gym]/g, ''));
  const known = new Map<string, boolean>();
  return (char) => known.getOrInsertComputed(char, () => whole.test(char));
};
