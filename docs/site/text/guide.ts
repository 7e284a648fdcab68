import { readFile } from 'node:fs/promises';
import type { Lang } from '../../../src/contract/bilingual.ts';
import { type Names, pathsOf } from '../addresses.ts';
import { PUBLIC_URL } from '../placeholders.ts';
import { withoutMarkers } from './code.ts';
import { makeMarkdown, plain, type Rendered } from './markdown.ts';

const FOLDER = new URL('../../guides/', import.meta.url);
const CHANGELOG = new URL('../../../CHANGELOG.md', import.meta.url);
/** The address that guides and samples name. Readers see the address of their own service instead. */
const WRITTEN_URL = 'http://127.0.0.1:8080';

export interface Guide extends Rendered {
  slug: string;
  /** Its path in each language. */
  paths: Names;
  title: string;
  summary: string;
  /** The source, with the samples inlined. */
  markdown: string;
}

const readText = async (path: string): Promise<string> =>
  (await readFile(new URL(path, FOLDER), 'utf8')).replaceAll(WRITTEN_URL, PUBLIC_URL);

const readSamples = async (source: string): Promise<ReadonlyMap<string, string>> => {
  const names = new Set(source.match(/(?<=\(\.\.\/samples\/)[^)]+/g));
  return new Map(
    await Promise.all(
      [...names].map(async (name) => [name, await readText(`samples/${name}`)] as const),
    ),
  );
};

export const readGuide = async (lang: Lang, names: Names): Promise<Guide> => {
  const slug = names[lang];
  const source = await readText(`${lang}/${slug}.md`);
  const samples = await readSamples(source);
  const [title = slug] = source.match(/(?<=^# ).+$/m) ?? [];
  const summary = plain(source.split(/\n\s*\n/)[1] ?? '');
  const markdown = inlineSamples(source, samples);
  const rendered = makeMarkdown(lang)(source, samples);
  return { slug, paths: pathsOf(names), title, summary, markdown, ...rendered };
};

const inlineSamples = (source: string, samples: ReadonlyMap<string, string>): string =>
  source.replace(/^\[[^\]]+\]\(\.\.\/samples\/.*$/gm, (links) =>
    [...links.matchAll(/\(\.\.\/samples\/([^)]+)\)/g)]
      .map(([, name = '']) => {
        const language = name.slice(name.lastIndexOf('.') + 1);
        return `\`${name}\`:\n\n\`\`\`${language}\n${withoutMarkers(samples.get(name) ?? '')}\n\`\`\``;
      })
      .join('\n\n'),
  );

/** The changelog for users, which exists in English only. */
export const readChangelog = async (): Promise<Rendered> => {
  const source = await readFile(CHANGELOG, 'utf8');
  // Leaves out the file's title, because the page has its own.
  return makeMarkdown('en')(source.slice(source.indexOf('\n## ')));
};
