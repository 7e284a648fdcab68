const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

export const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** A heading with an anchor, so that it can be linked to. */
export const heading = (depth: number, id: string, html: string): string =>
  `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>`;
