import type { Rule } from './rules.ts';

const FOLDERS =
  /^(?:src|panel\/src|docs\/site|command-line\/src|clients\/cli\/src|bench|faults|test)\//;
const SIBLINGS_MAX = 15;

export const siblings: Rule = (files) => {
  const code = files.filter(({ path }) => FOLDERS.test(path) && /\.[cm]?[jt]sx?$/.test(path));
  return [...Map.groupBy(code, ({ path }) => path.slice(0, path.lastIndexOf('/')))]
    .filter(([, { length }]) => length > SIBLINGS_MAX)
    .map(
      ([folder, { length }]) =>
        `${folder}: ${length} files side by side, more than ${SIBLINGS_MAX}. Look for the second idea and give it a folder.`,
    );
};
