import { Marked, type Token, type Tokens } from 'marked';
import type { Lang } from '../../../src/contract/bilingual.ts';
import { resolveLink } from '../addresses.ts';
import { escapeHtml, heading } from '../html.ts';
import { codeBlock, type Sample, tabs } from './code.ts';

export interface Section {
  id: string;
  depth: number;
  title: string;
  /** Without its markup, for the search. */
  text: string;
}

export interface Rendered {
  html: string;
  sections: readonly Section[];
}

type RenderMarkdown = (source: string, samples?: ReadonlyMap<string, string>) => Rendered;

export const makeMarkdown = (lang: Lang): RenderMarkdown => {
  let groups = 0;
  let samples: ReadonlyMap<string, string> | undefined;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        return `${heading(depth, anchor(text), html)}\n`;
      },
      paragraph({ tokens }) {
        const links = sampleLinks(tokens);
        if (links === null) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
        groups += 1;
        const shown = links.map((link) => ({ ...link, text: samples?.get(link.name) ?? '' }));
        return tabs(`t${groups}`, shown, lang);
      },
      table({ header, rows }) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        return htmlTable(
          header.map(inline),
          rows.map((cells) => cells.map(inline)),
        );
      },
      code({ text, lang: language }) {
        return codeBlock(text, language, lang);
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolveLink(href, lang))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return (source, given) => {
    groups = 0;
    samples = given;
    const tokens = marked.lexer(source);
    return { html: marked.parser(tokens), sections: sectionsOf(tokens) };
  };
};

/** The text below each heading; the part before the first has no title. */
const sectionsOf = (tokens: readonly Token[]): Section[] => {
  const sections: Section[] = [{ id: '', depth: 1, title: '', text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading' && token['depth'] > 1) {
      const text = String(token['text']);
      sections.push({ id: anchor(text), depth: token['depth'], title: plain(text), text: '' });
    } else if (token.type !== 'heading' && token.type !== 'html') {
      const last = sections.at(-1);
      if (last !== undefined)
        last.text += ` ${plain(token.type === 'code' ? token['text'] : token.raw)}`;
    }
  }
  return sections;
};

/** The samples that a paragraph stands for; null unless all of its links lead to samples. */
const sampleLinks = (tokens: Tokens.Generic[] | undefined): Omit<Sample, 'text'>[] | null => {
  const links = (tokens ?? []).filter(({ type }) => type === 'link');
  const isSample = (href: unknown): href is string => String(href).startsWith('../samples/');
  if (links.length === 0 || !links.every(({ ['href']: href }) => isSample(href))) return null;
  return links.map(({ ['text']: label, ['href']: href }) => ({
    label: String(label),
    name: String(href).replace('../samples/', ''),
  }));
};

/** A narrow screen shows each row as a block: the roles keep it a table for screen readers. */
export const htmlTable = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const head = header.map((html) => `<th role="columnheader">${html}</th>`).join('');
  const labels = header.map((html) => html.replace(/<[^>]*>/g, ''));
  const cell = (html: string, i: number) =>
    `<td role="cell" data-label="${labels[i]}">${html}</td>`;
  const body = rows.map((cells) => `<tr role="row">${cells.map(cell).join('')}</tr>`).join('\n');
  return `<table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>\n`;
};

export const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The anchor of a heading. If the heading is one word of code, an error code for instance, the anchor is that word. */
const anchor = (text: string): string =>
  /^`(\w+)`$/.exec(text)?.[1] ??
  plain(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
