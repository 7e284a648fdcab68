import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { build } from 'vite';
import { LANGS, type Lang } from '../../src/contract/bilingual.ts';
import { ASSETS_PATH } from './addresses.ts';
import { type Entry, INDEX_OPTIONS } from './search/index-options.ts';

const ICON = new URL('../../panel/public/favicon.svg', import.meta.url);
const HASH_CHARS = 10;

/** Writes scripts, style sheet, icon and the indexes of the search; gives their addresses. */
export const buildAssets = async (
  folder: string,
  entries: Readonly<Record<Lang, readonly Entry[]>>,
) => {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, extension: string, text: string): Promise<string> => {
    const file = `${name}-${hash('sha256', text).slice(0, HASH_CHARS)}.${extension}`;
    await writeFile(join(folder, file), text);
    return `${ASSETS_PATH}/${file}`;
  };
  const icon = await readFile(ICON, 'utf8');
  const index = { es: '', en: '' };
  for (const lang of LANGS)
    index[lang] = await write(`search-${lang}`, 'json', indexOf(entries[lang]));
  const bundled = await bundle(folder);
  const addresses = { ...bundled, index, icon: await write('icon', 'svg', icon) };
  return { ...addresses, logo: inColoursOfPage(icon) };
};

const indexOf = (entries: readonly Entry[]): string => {
  const index = new MiniSearch(INDEX_OPTIONS);
  index.addAll(entries);
  return JSON.stringify(index);
};

/** Vite compiles the scripts, and the style sheet for browsers that know less of CSS. */
const bundle = async (folder: string) => {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    // Scripts find each other by relative addresses, wherever PUBLIC_URL puts them.
    base: './',
    logLevel: 'warn',
    build: {
      outDir: folder,
      assetsDir: '',
      emptyOutDir: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: [
          join(import.meta.dirname, 'browser/main.ts'),
          join(import.meta.dirname, 'styles/index.css'),
        ],
      },
    },
  });
  if (!('output' in result)) throw new Error('vite gave more than one bundle');
  const find = (name: RegExp): string => {
    const found = result.output.find(({ fileName }) => name.test(fileName));
    if (found === undefined) throw new Error(`vite built no ${name}`);
    return `${ASSETS_PATH}/${found.fileName}`;
  };
  return { script: find(/^main-.*\.js$/), style: find(/^index-.*\.css$/) };
};

/** The icon's own colours are those of the light theme. */
const inColoursOfPage = (icon: string): string =>
  icon
    .replace('<svg', '<svg aria-hidden="true" width="26" height="26"')
    .replaceAll('#a8391a', 'currentColor')
    .replaceAll('#fffdfa', 'var(--paper)');
