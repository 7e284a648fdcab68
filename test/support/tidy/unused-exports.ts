import type { Rule } from './rules.ts';
import { imports, lineAt, resolve } from './source.ts';

/** The files whose exports other people's programs import. */
const PUBLIC = ['clients/typescript/src/index.ts', 'clients/typescript/src/internal.ts'];
/** `export { A, type B as C }`, or one name. */
const EXPORT =
  /^export (?:(?:type )?\{(?<list>[^}]*)\}|(?:async )?(?:const|let|class|interface|type|function\*?) (?<name>[\p{L}\w$]+))/gmu;
const WORDS = /[\p{L}\w$]+/gu;
/** The exported names of `A, type B as C`: A and C. */
const LAST_WORDS = /[\p{L}\w$]+(?=\s*(?:,|$))/gu;
/** `import * as a`, `export *` and `import('./a.ts')` import all of a file. */
const IMPORTS_ALL = /[*(]/;

/** Nothing is exported that no other file imports: an export tells a reader that others depend on it. */
export const unusedExports: Rule = (files) => {
  const scripts = files.filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path));
  const clauses = scripts.flatMap(({ path, text }) =>
    imports(text).map(({ target, clause }) => ({ file: resolve(path, target), clause })),
  );
  const clausesOf = Map.groupBy(clauses, ({ file }) => file);
  return scripts
    .filter(({ path }) => !PUBLIC.includes(path))
    .flatMap(({ path, text }) => {
      const all = (clausesOf.get(path) ?? []).map(({ clause }) => clause).join('\n');
      if (IMPORTS_ALL.test(all)) return [];
      const imported = new Set(all.match(WORDS));
      return [...text.matchAll(EXPORT)].flatMap(({ index, groups: { list, name } = {} }) =>
        ((list ?? name ?? '').match(LAST_WORDS) ?? [])
          .filter((each) => !imported.has(each))
          .map(
            (each) =>
              `${path}:${lineAt(text, index)}: no other file imports ${each}. Delete it, or the word \`export\`.`,
          ),
      );
    });
};
