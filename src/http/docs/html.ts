const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/** A heading with an anchor, so that it can be linked to. */
export const heading = (depth: number, id: string, html: string): string =>
  `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>`;

export const renderPage = (
  lang: string,
  { title, style, head, body }: Record<'title' | 'style' | 'head' | 'body', string>,
): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${head}
</head>
<body>
${body}
</body>
</html>
`;
