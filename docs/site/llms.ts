import { GUIDES, LLMS_FULL_PATH, OPENAPI_PATH, pagePath } from './addresses.ts';
import { PUBLIC_URL } from './placeholders.ts';
import type { Guide } from './text/guide.ts';

/** The file that assistants read first (llmstxt.org): it leads to every page of the documentation as plain Markdown. */
export const writeLlms = (guides: readonly Guide[]): string => {
  const [home, ...others] = guides;
  const line = ({ paths, title, summary }: Guide): string =>
    `- [${title}](${PUBLIC_URL}${paths.en}.md): ${summary}`;
  return `# Comanda

> ${home?.summary ?? ''} Names of fields, parameters and codes are Spanish. Base URL: ${PUBLIC_URL}/api. Authentication: \`Authorization: Bearer <key>\`.

## Guides

${others.map(line).join('\n')}

## Reference

- [OpenAPI 3.1 document](${PUBLIC_URL}${OPENAPI_PATH.en}): every operation, parameter, object and error, with examples; descriptions in English
- [OpenAPI 3.1 document, Spanish](${PUBLIC_URL}${OPENAPI_PATH.es})
- [All guides in one file](${PUBLIC_URL}${LLMS_FULL_PATH})

## Optional

${GUIDES.map(({ es }) => `- [${es}, Spanish](${PUBLIC_URL}${pagePath('es', es)}.md)`).join('\n')}
`;
};

export const writeLlmsFull = (guides: readonly Guide[]): string =>
  guides.map(({ markdown }) => markdown.trim()).join('\n\n');
