import { GUIDES, LLMS_FULL_PATH, OPENAPI_PATH, pagePath } from './guides.ts';
import type { Guide } from './text/guide.ts';

/** The file that assistants read first (llmstxt.org): it leads to every page of the documentation as plain Markdown. */
export const writeLlms = (guides: readonly Guide[], publicUrl: string): string => {
  const [home, ...others] = guides;
  const line = ({ paths, title, summary }: Guide): string =>
    `- [${title}](${publicUrl}${paths.en}.md): ${summary}`;
  return `# Comanda

> ${home?.summary ?? ''} Names of fields, parameters and codes are Spanish. Base URL: ${publicUrl}/api. Authentication: \`Authorization: Bearer <key>\`.

## Guides

${others.map(line).join('\n')}

## Reference

- [OpenAPI 3.1 document](${publicUrl}${OPENAPI_PATH.en}): every operation, parameter, object and error, with examples; descriptions in English
- [OpenAPI 3.1 document, Spanish](${publicUrl}${OPENAPI_PATH.es})
- [All guides in one file](${publicUrl}${LLMS_FULL_PATH})

## Optional

${GUIDES.map(({ es }) => `- [${es}, Spanish](${publicUrl}${pagePath('es', es)}.md)`).join('\n')}
`;
};

export const writeLlmsFull = (guides: readonly Guide[]): string =>
  guides.map(({ markdown }) => markdown.trim()).join('\n\n');
