import { escapeHtml } from '../html.ts';

interface Grammar {
  comment?: RegExp;
  strings: RegExp;
  keywords: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const TEMPLATE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/y;
/** A backslash does not escape between single quotes of a shell. */
const SHELL = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/y;

const C_COMMENT = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//y;
const HASH_COMMENT = /#[^\n]*/y;

const JAVASCRIPT = words(
  'as async await break case catch class const continue default do else export extends false finally for from function if import in instanceof interface let new null of return switch throw true try type typeof undefined while yield',
);
const SHELL_WORDS = words(
  'break case curl do done elif else esac exit export fi for function if in jq mv node npm npx pip read rm sed set sleep then touch trap while',
);

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ts: { comment: C_COMMENT, strings: TEMPLATE, keywords: JAVASCRIPT },
  html: { comment: /\/\/ [^\n]*|<!--[^>]*-->/y, strings: TEMPLATE, keywords: JAVASCRIPT },
  py: {
    comment: HASH_COMMENT,
    strings: /"""(?:[^"]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y,
    keywords: words(
      'and as assert break class continue def elif else except False finally for from if import in is lambda None not or pass raise return True try while with yield',
    ),
  },
  php: {
    comment: C_COMMENT,
    strings: QUOTED,
    keywords: words('echo else exit false function if is_dir null return true php'),
  },
  sh: { comment: HASH_COMMENT, strings: SHELL, keywords: SHELL_WORDS },
  sql: {
    comment: /--[^\n]*/y,
    strings: /'[^']*'/y,
    keywords: words(
      'AND AS AVG BY COUNT CREATE DESC FROM GROUP HAVING INTERVAL JOIN LIMIT NOT NULL ON OR ORDER ROUND SELECT SUM USING WHERE WITH',
    ),
  },
  json: { strings: /"(?:[^"\\\n]|\\.)*"/y, keywords: words('true false null') },
  http: {
    strings: /"(?:[^"\\\n]|\\.)*"/y,
    keywords: words('GET POST PATCH DELETE true false null'),
  },
  nginx: { comment: HASH_COMMENT, strings: QUOTED, keywords: words('location off') },
};

const URL_TEXT = /https?:\/\/[^\s"'`<>]+/y;
const WORD = /[\p{L}_$][\p{L}\d_$]*/uy;
const NUMBER = /\d[\d_]*(?:\.\d+)?/y;

/** Code as HTML that a browser shows in colours without a script. An unknown language stays plain. */
export const highlight = (text: string, language: string | undefined): string => {
  const grammar = GRAMMARS[language ?? ''];
  if (grammar === undefined) return escapeHtml(text);
  let html = '';
  for (let at = 0; at < text.length; ) {
    const [kind, token] = nextToken(text, at, grammar);
    html += kind === null ? escapeHtml(token) : `<span class="${kind}">${escapeHtml(token)}</span>`;
    at += token.length;
  }
  return html;
};

type Kind = 'comment' | 'string' | 'name' | 'keyword' | 'number' | null;

const nextToken = (
  text: string,
  at: number,
  { comment, strings, keywords }: Grammar,
): [kind: Kind, token: string] => {
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  // A # within a word, `${name#prefix}` for instance, begins no comment.
  if (comment !== undefined && (at === 0 || /\s/.test(text[at - 1] ?? ''))) {
    const found = take(comment);
    if (found !== undefined) return ['comment', found];
  }
  const string = take(strings);
  if (string !== undefined) {
    return [text[at + string.length] === ':' ? 'name' : 'string', string];
  }
  const url = take(URL_TEXT);
  if (url !== undefined) return [null, url];
  const word = take(WORD);
  if (word !== undefined) return [keywords.has(word) ? 'keyword' : null, word];
  const number = take(NUMBER);
  if (number !== undefined) return ['number', number];
  return [null, text[at] ?? ''];
};
