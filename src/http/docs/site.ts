import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { Lang } from '../../contract/bilingual.ts';
import type { Answer } from '../answer/answer.ts';
import { basePathOf } from '../pages/base-path.ts';

export interface Deployment {
  version: string;
  publicUrl: string;
  /** Whether PUBLIC_URL is not set, so that browsers know the address better. */
  isGuessed: boolean;
  /** Whether the service offers its clients for download. */
  hasDownloads: boolean;
}

/** Begins a passage of a guide for a service with downloads, or one for a checkout without, or ends both. */
const PASSAGE = /<!-- (downloads|checkout|always) -->\n?/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
};

/** Reads the pages that `scripts/build.mjs` has built, and fills in what only a deployment knows. */
export const readSite = async (folder: string, deployment: Deployment) => {
  const { version, publicUrl, isGuessed, hasDownloads } = deployment;
  const values: Readonly<Record<string, string>> = {
    PUBLIC_URL: publicUrl,
    ROOT: basePathOf(publicUrl),
    VERSION: version,
    GUESSED_URL: isGuessed ? publicUrl : '',
  };
  const fill = (placeholder: string, name: string) => values[name] ?? placeholder;
  const pages = join(folder, 'pages');
  const read = async (file: string): Promise<[address: string, Answer]> => {
    const passages = (await readFile(file, 'utf8')).split(PASSAGE);
    const wanted = ['always', hasDownloads ? 'downloads' : 'checkout'];
    const kept = passages.filter(
      (_, i) => i % 2 === 0 && wanted.includes(passages[i - 1] ?? 'always'),
    );
    const text = kept.join('').replace(/__([A-Z_]+)__/g, fill);
    const headers = { 'content-type': `${TYPES[extname(file)]}; charset=utf-8` };
    const address = `/${relative(pages, file).replace('.html', '')}`;
    return [address, { status: 200, headers, body: Buffer.from(text) }];
  };
  const entries = await readdir(pages, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const answers = files.map(({ parentPath, name }) => read(join(parentPath, name)));
  const translations = await readFile(join(folder, 'translations.json'), 'utf8');
  return {
    answers: new Map(await Promise.all(answers)),
    translations: JSON.parse(translations) as readonly Readonly<Record<Lang, string>>[],
  };
};
