export interface MailText {
  lang: 'es' | 'en';
  title: string;
  paragraphs: readonly string[];
  /** The next step that the reader can take. */
  link?: { text: string; href: string };
  /** The reason why the reader gets this, and how it ends. */
  footer: readonly string[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, sans-serif';

/** The same words as text and as HTML, without images or anything else that a reader's program would have to load. */
export const layOut = (mail: MailText): { text: string; html: string } => ({
  text: asText(mail),
  html: asHtml(mail),
});

const asText = ({ title, paragraphs, link, footer }: MailText): string =>
  [
    title,
    ...paragraphs,
    ...(link === undefined ? [] : [`${link.text}: ${link.href}`]),
    ['-- ', ...footer].join('\n'),
  ].join('\n\n');

const asHtml = ({ lang, title, paragraphs, link, footer }: MailText): string => {
  const p = (text: string, style = 'margin: 0 0 12px'): string =>
    `<p style="${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const button =
    link === undefined
      ? ''
      : `<p style="margin: 24px 0"><a href="${escapeHtml(link.href)}" style="display: inline-block; padding: 10px 18px; ` +
        `border-radius: 8px; background: #1d4f3c; color: #ffffff; text-decoration: none">${escapeHtml(link.text)}</a></p>`;
  return (
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
    `<body style="margin: 0; padding: 24px; background: #f6f5f1; color: #1c1c1a; ${FONT}; font-size: 16px; line-height: 1.5">` +
    '<div style="max-width: 560px; margin: 0 auto; padding: 24px; border-radius: 12px; background: #ffffff">' +
    `<h1 style="margin: 0 0 16px; font-size: 20px">${escapeHtml(title)}</h1>` +
    `${paragraphs.map((each) => p(each)).join('')}${button}` +
    `<hr style="margin: 24px 0 12px; border: 0; border-top: 1px solid #dddad2">` +
    `${footer.map((each) => p(each, 'margin: 0 0 4px; font-size: 13px; color: #5d5b55')).join('')}` +
    '</div></body></html>'
  );
};
