import type { Lang } from '../../../src/contract/bilingual.ts';
import type { OpenapiDocument } from '../../../src/contract/openapi/published.ts';
import { pagePath, REFERENCE } from '../addresses.ts';
import { PUBLIC_URL } from '../placeholders.ts';
import { routesOf } from '../reference/reference.ts';
import type { Guide } from '../text/guide.ts';
import { plain } from '../text/markdown.ts';
import { WORDS } from '../words.ts';
import type { Entry } from './index-options.ts';

export const entriesOf = (
  lang: Lang,
  guides: readonly Guide[],
  document: OpenapiDocument,
): Entry[] =>
  [...guides.flatMap((guide) => guideEntries(lang, guide)), ...referenceEntries(lang, document)]
    // The index is the same for every deployment.
    .map((entry) => ({ ...entry, text: entry.text.replaceAll(PUBLIC_URL, '').trim() }));

const guideEntries = (lang: Lang, { paths, title, sections }: Guide): Entry[] =>
  sections.map((section) => ({
    path: paths[lang] + (section.id === '' ? '' : `#${section.id}`),
    page: title,
    title: section.title || title,
    text: section.text,
  }));

const referenceEntries = (lang: Lang, document: OpenapiDocument): Entry[] => {
  const path = pagePath(lang, REFERENCE[lang]);
  const page = WORDS[lang].reference;
  const entry = (id: string, title: string, texts: string[]): Entry => ({
    path: `${path}#${id}`,
    page,
    title,
    text: plain(texts.join(' ')),
  });
  const operations = routesOf(document.paths).map(({ path, method, operation }) => {
    const { operationId, summary, description, parameters } = operation;
    // Without those that operations share: the search would find them in each.
    const own = parameters.filter(({ $ref }) => $ref === undefined);
    const named = own.map(({ name, description: meaning }) => `${name}: ${meaning}`);
    return entry(operationId, `${summary} (${method.toUpperCase()} ${path})`, [
      description,
      ...named,
    ]);
  });
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => {
    const fields = Object.entries(schema.properties ?? {}).map(
      ([field, { description = '' }]) => `${field}: ${description}`,
    );
    return entry(name, name, [schema.description ?? '', ...fields]);
  });
  return [{ path, page, title: page, text: '' }, ...operations, ...objects];
};
