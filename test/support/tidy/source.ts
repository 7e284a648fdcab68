// Just enough reading of TypeScript for the tidy rules: comments out of the way, imports found.

export interface SourceFile {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Memoised, since several rules ask for the same text. */
const commentless = new Map<string, string>();

/** The text with comments blanked, so that lines keep their numbers and columns. */
function withoutComments(text: string): string {
  return commentless.getOrInsertComputed(text, () => blank(text, ({ kind }) => kind === 'comment'));
}

/**
 * The text with comments, strings and regular expressions blanked, but for strings that match `keep`.
 * Templates stay: they hold code.
 */
export function withoutLiterals(text: string, keep?: RegExp): string {
  return blank(text, ({ kind }, piece) => kind !== 'string' || !keep?.test(piece));
}

interface Reference {
  readonly target: string;
  /** The text before the target: `import { a, type B } from`. */
  readonly clause: string;
  readonly line: number;
  /** False for `import { type A }`: the rest of it still loads the module at run time. */
  readonly isTypeOnly: boolean;
}

/** Every module that the text imports, in whatever form. */
function imports(text: string): Reference[] {
  return find(withoutComments(text), [
    /\b(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(?<target>[^'"]+)\1/g,
    /\bimport\s*\(?\s*(['"])(?<target>[^'"]+)\1/g,
    /\bimport\.meta\.resolve\(\s*(['"])(?<target>[^'"]+)\1/g,
  ]);
}

/** Every module or file that the text names: imports of all kinds and paths beside `import.meta`. */
export function references(text: string): Reference[] {
  const paths = find(withoutComments(text), [
    /\bnew\s+URL\(\s*(['"])(?<target>[^'"]+)\1\s*,\s*import\.meta\.url/g,
    /\bimport\.meta\.dirname\s*,\s*(['"])(?<target>[^'"]+)\1/g,
  ]).map((path) => ({ ...path, target: `./${path.target}` }));
  return [...imports(text), ...paths].sort((a, b) => a.line - b.line);
}

function find(code: string, patterns: readonly RegExp[]): Reference[] {
  return patterns
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map((match) => ({
      target: match.groups?.['target'] ?? '',
      clause: match[0].slice(0, match[0].search(/['"]/)),
      line: lineAt(code, match.index),
      isTypeOnly: /^(?:import|export)\s+type\s/.test(match[0]),
    }));
}

/** Where a relative reference leads, from the root of the repository; null for packages. */
export function resolve(from: string, target: string): string | null {
  if (!target.startsWith('.')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

interface Token {
  readonly kind: 'comment' | 'string' | 'regex';
  readonly end: number;
}

/** Strings and regular expressions, in order of appearance. */
export function literals(text: string): { kind: 'string' | 'regex'; text: string }[] {
  const found: ReturnType<typeof literals> = [];
  blank(text, ({ kind }, piece) => {
    if (kind !== 'comment') found.push({ kind, text: piece });
    return true;
  });
  return found;
}

function blank(text: string, goes: (token: Token, piece: string) => boolean): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const token = literalAt(text, at, out);
    const end = token?.end ?? at + 1;
    const piece = text.slice(at, end);
    out += token !== null && goes(token, piece) ? piece.replace(/[^\n]/g, ' ') : piece;
    at = end;
  }
  return out;
}

function literalAt(text: string, at: number, before: string): Token | null {
  const find = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
  };
  const first = text[at];
  if (first === "'" || first === '"') {
    const end = find(/(['"])(?:\\.|(?!\1)[^\\\n])*\1?/y);
    return { kind: 'string', end };
  }
  if (first !== '/') return null;
  const comment = find(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y);
  if (comment > at) return { kind: 'comment', end: comment };
  // A slash after a value divides; anywhere else it begins a regular expression.
  if (/(?:[\w$)\]}]|\+\+|--)\s*$/.test(before) && !/\b(?:return|typeof|case|of)\s*$/.test(before)) {
    return null;
  }
  const regex = find(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y);
  return regex > at ? { kind: 'regex', end: regex } : null;
}
