import type { Rule } from './rules.ts';
import { lineAt } from './source.ts';

const DOCUMENT = /\.md$/;
/** A history, which may name files that no longer exist. */
const PAST = 'CHANGELOG.md';
/** A file of ours in backticks, by the end of its path: `log.ts`, `sqlite/log/log.ts`. */
const NAMED = /`(?<path>\w[\w./-]*\.(?:tsx?|mjs))`/g;

export const namedFiles: Rule = (files) => {
  const exists = (end: string): boolean => files.some(({ path }) => `/${path}`.endsWith(`/${end}`));
  return files
    .filter(({ path }) => DOCUMENT.test(path) && path !== PAST)
    .flatMap(({ path, text }) =>
      [...text.matchAll(NAMED)]
        .map((match) => ({ named: match.groups?.['path'] ?? '', line: lineAt(text, match.index) }))
        .filter(({ named }) => !exists(named))
        .map(({ named, line }) => `${path}:${line}: there is no ${named}. Say where it is now.`),
    );
};
