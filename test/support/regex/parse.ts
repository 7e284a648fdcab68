// Reads a regular expression into a tree: as much of the syntax as the service uses.

export type RegexNode =
  | { kind: 'char'; matches: (char: string) => boolean }
  | { kind: 'sequence'; parts: readonly RegexNode[] }
  | { kind: 'choice'; options: readonly RegexNode[] }
  | { kind: 'repeat'; body: RegexNode; min: number; max: number }
  | { kind: 'look'; body: RegexNode };

/** An assertion like `^`, which takes no character. */
const NOTHING: RegexNode = { kind: 'sequence', parts: [] };

const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|./isy;
const GROUP = /\((?:\?(?::|=|!|<=|<!|<\w+>))?/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

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
    const [, sign, least, comma, most] = found;
    const min = sign === undefined ? Number(least) : Number(sign === '+');
    const open = sign === '*' || sign === '+' || (comma === ',' && most === '');
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most || least);
    return { kind: 'repeat', body, min, max };
  };

  const readSingle = (): RegexNode => {
    const [group] = take(GROUP) ?? [];
    if (group !== undefined) {
      if (group === '(' && source[at] === '?') throw new Error(`unknown group in ${source}`);
      const body = readChoice();
      at += 1;
      return /[=!]$/.test(group) ? { kind: 'look', body } : body;
    }
    const [atom = ''] = take(ATOM) ?? [];
    if (/^\\[1-9k]/.test(atom)) throw new Error(`back-reference in ${source}`);
    if (/^(?:[\^$]|\\b|\\B)$/.test(atom)) return NOTHING;
    return { kind: 'char', matches: charTest(atom, flags) };
  };

  return readChoice();
};

const charTest = (source: string, flags: string): ((char: string) => boolean) => {
  const whole = new RegExp(`^(?:${source})$`, flags.replace(/[gym]/g, ''));
  const known = new Map<string, boolean>();
  return (char) => known.getOrInsertComputed(char, () => whole.test(char));
};
