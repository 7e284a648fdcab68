import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { LANGS, type Lang, pathOf, WORDS } from './guides.ts';
import { escapeHtml } from './html.ts';

const FOLDER = new URL('../../../docs/guides/', import.meta.url);
const WRITTEN_URL = 'http://127.0.0.1:8080';

export interface Guide {
  slug: string;
  title: string;
  summary: string;
  sections: readonly { id: string; title: string }[];
  html: string;
}

type ReadGuide = (lang: Lang, slug: string) => Promise<Guide>;

export const makeGuideReader =
  ({ root, publicUrl }: { root: string; publicUrl: string }): ReadGuide =>
  async (lang, slug) => {
    const source = await readText(`${lang}/${slug}.md`);
    const samples = await readSamples(source);
    const sections: { id: string; title: string }[] = [];
    let groups = 0;
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          const html = this.parser.parseInline(tokens);
          if (depth === 1) return `<h1>${html}</h1>\n`;
          const id = anchor(text);
          if (depth === 2) sections.push({ id, title: plain(text) });
          return `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`;
        },
        paragraph({ tokens }) {
          const files = sampleFiles(tokens);
          if (files === null) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
          groups += 1;
          const legend = WORDS[lang].samples;
          return tabs(`t${groups}`, legend, files, samples);
        },
        table({ header, rows }) {
          const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
          return table(
            header.map((cell) => ({ label: plain(cell.text), html: inline(cell) })),
            rows.map((cells) => cells.map(inline)),
          );
        },
        code({ text }) {
          return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
        },
        link({ href, tokens }) {
          return `<a href="${escapeHtml(resolve(href, lang, root))}">${this.parser.parseInline(tokens)}</a>`;
        },
      },
    });
    const html = (await marked.parse(source)).replaceAll(WRITTEN_URL, escapeHtml(publicUrl));
    const [title = slug] = source.match(/(?<=^# ).+$/m) ?? [];
    const summary = plain(source.split(/\n\s*\n/)[1] ?? '');
    return { slug, title, summary, sections, html };
  };

const readText = (path: string): Promise<string> => readFile(new URL(path, FOLDER), 'utf8');

const readSamples = async (source: string): Promise<ReadonlyMap<string, string>> => {
  const names = new Set(source.match(/(?<=\(\.\.\/samples\/)[^)]+/g));
  return new Map(
    await Promise.all(
      [...names].map(async (name) => [name, await readText(`samples/${name}`)] as const),
    ),
  );
};

type SampleFile = { label: string; name: string };

/** The samples that a paragraph of links to samples, and nothing else, stands for. */
const sampleFiles = (tokens: Tokens.Generic[] | undefined): SampleFile[] | null => {
  const links = (tokens ?? []).filter(({ type }) => type === 'link');
  const isSample = (href: unknown): href is string => String(href).startsWith('../samples/');
  if (links.length === 0 || !links.every(({ ['href']: href }) => isSample(href))) return null;
  return links.map(({ ['text']: label, ['href']: href }) => ({
    label: String(label),
    name: String(href).replace('../samples/', ''),
  }));
};

/** A narrow screen shows each row as a block: the roles keep it a table for screen readers. */
const table = (
  header: readonly { label: string; html: string }[],
  rows: readonly (readonly string[])[],
): string => {
  const head = header.map(({ html }) => `<th role="columnheader">${html}</th>`).join('');
  const cell = (html: string, i: number) =>
    `<td role="cell" data-label="${escapeHtml(header[i]?.label ?? '')}">${html}</td>`;
  const body = rows.map((cells) => `<tr role="row">${cells.map(cell).join('')}</tr>`).join('\n');
  return `<table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>\n`;
};

/** Tabs without a script: radio buttons, and a rule of the style sheet for each position. */
const tabs = (
  group: string,
  legend: string,
  files: readonly SampleFile[],
  samples: ReadonlyMap<string, string>,
): string => {
  const inputs = files.map(({ label }, i) => {
    const id = `${group}-${i}`;
    return `<input type="radio" name="${group}" id="${id}"${i === 0 ? ' checked' : ''}><label for="${id}">${escapeHtml(label)}</label>`;
  });
  const panels = files.map(
    ({ name }) =>
      `<div class="panel"><pre tabindex="0"><code>${escapeHtml(samples.get(name)?.trimEnd() ?? '')}</code></pre></div>`,
  );
  return `<fieldset class="tabs"><legend>${legend}</legend>${inputs.join('')}${panels.join('')}</fieldset>\n`;
};

/** Guides link to each other's files, so that the links also work in the repository. */
const resolve = (href: string, lang: Lang, root: string): string => {
  const match = /^(?:\.\.\/(\w+)\/)?([a-z-]+)\.md(#.*)?$/.exec(href);
  if (match === null) return href.startsWith('/') ? root + href : href;
  const [, other, slug = '', fragment = ''] = match;
  return root + pathOf(LANGS.find((each) => each === other) ?? lang, slug) + fragment;
};

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const anchor = (text: string): string =>
  plain(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
