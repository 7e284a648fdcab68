import { escapeHtml } from '../html.ts';

interface Language {
  comment?: RegExp;
  strings: RegExp;
  keywords: string;
}

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const TEMPLATE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
/** A backslash does not escape between single quotes of a shell. */
const SHELL = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/;

const C_COMMENT = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//;
const HASH_COMMENT = /#[^\n]*/;

const JAVASCRIPT =
  'as async await break case catch class const continue default do else export extends false finally for from function if import in instanceof interface let new null of return switch throw true try type typeof undefined while yield';
const SHELL_WORDS =
  'break case curl do done elif else esac exit export fi for function if in jq mv node npm npx pip read rm sed set sleep then touch trap while';

const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: { comment: C_COMMENT, strings: TEMPLATE, keywords: JAVASCRIPT },
  html: { comment: /\/\/ [^\n]*|<!--[^>]*-->/, strings: TEMPLATE, keywords: JAVASCRIPT },
  py: {
    comment: HASH_COMMENT,
    strings: /"""(?:[^"]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/,
    keywords:
      'and as assert break class continue def elif else except False finally for from if import in is lambda None not or pass raise return True try while with yield',
  },
  php: {
    comment: C_COMMENT,
    strings: QUOTED,
    keywords: 'echo else exit false function if is_dir null return true php',
  },
  sh: { comment: HASH_COMMENT, strings: SHELL, keywords: SHELL_WORDS },
  sql: {
    comment: /--[^\n]*/,
    strings: /'[^']*'/,
    keywords:
      'AND AS AVG BY COUNT CREATE DESC FROM GROUP HAVING INTERVAL JOIN LIMIT NOT NULL ON OR ORDER ROUND SELECT SUM USING WHERE WITH',
  },
  json: { strings: /"(?:[^"\\\n]|\\.)*"/, keywords: 'true false null' },
  http: {
    strings: /"(?:[^"\\\n]|\\.)*"/,
    keywords: 'GET POST PATCH DELETE true false null',
  },
  nginx: { comment: HASH_COMMENT, strings: QUOTED, keywords: 'location off' },
};

/** A pattern of all tokens. The name of the group that matches a token is its class; other tokens stay plain. */
const patternOf = ({ comment = /(?!)/, strings, keywords }: Language): RegExp => {
  const tokens = [
    // A # within a word, `${name#prefix}` for instance, begins no comment.
    `(?<comment>(?<!\\S)(?:${comment.source}))`,
    `(?<name>(?:${strings.source})(?=:))`,
    `(?<string>${strings.source})`,
    'https?://[^\\s"\'`<>]+',
    `(?<keyword>(?:${keywords.replaceAll(' ', '|')})(?![\\p{L}\\d_$]))`,
    '[\\p{L}_$][\\p{L}\\d_$]*',
    '(?<number>\\d[\\d_]*(?:\\.\\d+)?)',
    '[^]',
  ];
  return new RegExp(tokens.join('|'), 'gu');
};

/** Code as HTML that a browser shows in colours without a script. An unknown language stays plain. */
export const highlight = (text: string, language = ''): string => {
  const known = LANGUAGES[language];
  if (known === undefined) return escapeHtml(text);
  let html = '';
  for (const { 0: token, groups = {} } of text.matchAll(patternOf(known))) {
    const kind = Object.keys(groups).find((each) => groups[each] !== undefined);
    html +=
      kind === undefined ? escapeHtml(token) : `<span class="${kind}">${escapeHtml(token)}</span>`;
  }
  return html;
};
