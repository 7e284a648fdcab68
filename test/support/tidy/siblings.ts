import type { Rule } from './rules.ts';

const FOLDERS = /^(?:src|panel\/src|bench|faults|test)\//;
const SIBLINGS_MAX = 15;

/** Folders of one kind of thing: the next one is like the others, and a reader knows where it is. */
const OF_ONE_KIND: Readonly<Record<string, string>> = {
  'src/cli': 'a command each',
  'src/contract': 'a resource of the wire each',
};

/** Folders that still hold too much. The list may only get shorter. */
const KNOWN = ['test/domain'];

export const makeSiblings =
  (known: readonly string[] = KNOWN): Rule =>
  (files) => {
    const code = files.filter(({ path }) => FOLDERS.test(path) && /\.[cm]?[jt]sx?$/.test(path));
    const folders = Map.groupBy(code, ({ path }) => path.slice(0, path.lastIndexOf('/')));
    const full = [...folders].filter(
      ([folder, { length }]) => length > SIBLINGS_MAX && !(folder in OF_ONE_KIND),
    );
    return [
      ...full
        .filter(([folder]) => !known.includes(folder))
        .map(
          ([folder, { length }]) =>
            `${folder}: ${length} files side by side, more than ${SIBLINGS_MAX}. Look for the second idea and give it a folder.`,
        ),
      ...known
        .filter((folder) => !full.some(([each]) => each === folder))
        .map((folder) => `${folder}: is no longer too full. Take it off KNOWN in siblings.ts.`),
    ];
  };
