import type { Lang } from '../../../src/contract/bilingual.ts';
import {
  type Content,
  nameOf,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Response,
} from '../../../src/contract/openapi/published.ts';
import { ERRORS, pagePath } from '../addresses.ts';
import { code, escapeHtml, heading } from '../html.ts';
import { ROOT } from '../placeholders.ts';
import { codeBlock } from '../text/code.ts';
import { htmlTable, makeMarkdown } from '../text/markdown.ts';
import { limitsHtml, typeHtml } from './schema.ts';
import { tryPlace } from './try.ts';
import { REFERENCE_WORDS } from './words.ts';

/** Renders the parts of the reference for one document and language. */
export const makeOperations = (document: OpenapiDocument, lang: Lang) => {
  const words = REFERENCE_WORDS[lang];
  const { components, servers } = document;
  const baseUrl = servers[0]?.url ?? '';
  const errorsPath = ROOT + pagePath(lang, ERRORS[lang]);

  const markdown = makeMarkdown(lang);
  const prose = (text: string): string => markdown(text).html;
  const inline = (text: string): string => prose(text).replace(/^<p>|<\/p>\n$/g, '');

  const parameterRow = ({ name, in: place, required, description, schema }: Parameter) => [
    code(name),
    `${typeHtml(schema, lang)}<br><small>${place}${required ? ` · ${words.required}` : ''}</small>`,
    inline(description) + limitsHtml(schema, lang),
  ];
  const parametersOf = ({ parameters: given }: Operation): Parameter[] =>
    given.map((each) => (each.$ref && components.parameters[nameOf(each.$ref)]) || each);
  const parameters = (operation: Operation, title: string): string => {
    const rows = parametersOf(operation).map(parameterRow);
    if (rows.length === 0) return '';
    return `<h4>${title}</h4>${htmlTable([words.name, words.type, words.meaning], rows)}`;
  };

  const example = ({ summary = '', value }: { summary?: string; value: unknown }): string => {
    const block =
      typeof value === 'string'
        ? codeBlock(value.trimEnd(), 'http', lang)
        : codeBlock(JSON.stringify(value, null, 2), 'json', lang);
    return `<details><summary>${words.example} ${inline(summary)}</summary>${block}</details>`;
  };
  const content = (given: Record<string, Content> = {}): string =>
    Object.entries(given)
      .map(([mediaType, { schema, examples = {} }]) => {
        const shown = Object.values(examples).map(example).join('');
        return `<p>${code(mediaType)} ${typeHtml(schema, lang)}</p>${shown}`;
      })
      .join('');

  const success = (status: string, { description, content: given }: Response): string =>
    `<h4>${words.response} ${code(status)}</h4><p>${inline(description)}</p>${content(given)}`;

  /** Links each error code to its explanation. */
  const errorRow = (status: string, { description, content: given = {} }: Response): string[] => {
    const codes = Object.values(given)
      .flatMap(({ examples = {} }) => Object.keys(examples))
      .map((codigo) => `<a href="${errorsPath}#${codigo}">${code(codigo)}</a>`);
    return [code(status), codes.join(' '), inline(description)];
  };
  const responses = ({ responses: given }: Operation): string => {
    let html = '';
    const errors: string[][] = [];
    for (const [status, response] of Object.entries(given)) {
      const shared = response.$ref && components.responses[nameOf(response.$ref)];
      if (shared) errors.push(errorRow(status, shared));
      else html += success(status, response);
    }
    if (errors.length === 0) return html;
    const head = [words.status, code('codigo'), words.meaning];
    return `${html}<details><summary>${words.errors}</summary>${htmlTable(head, errors)}</details>`;
  };

  const curl = (path: string, method: string, operation: Operation): string => {
    const examplePath = path.replaceAll(/\{(\w+)\}/g, (_, name) => pathExample(operation, name));
    const request = method === 'get' ? '' : `--request ${method.toUpperCase()} `;
    const lines = [
      `curl ${request}"${baseUrl}${examplePath}"`,
      '--header "Authorization: Bearer $COMANDA_KEY"',
    ];
    const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    for (const { value } of Object.values(examples).slice(0, 1)) {
      lines.push(`--header 'Content-Type: application/json'`);
      lines.push(`--data '${JSON.stringify(value)}'`);
    }
    return codeBlock(lines.join(' \\\n  '), 'sh', lang);
  };

  return {
    prose,
    inline,
    operation(path: string, method: string, operation: Operation): string {
      const body = operation.requestBody;
      const parts = [
        prose(operation.description),
        curl(path, method, operation),
        method === 'get' ? tryPlace(path, parametersOf(operation), lang) : '',
        parameters(operation, words.parameters),
        body === undefined ? '' : `<h4>${words.body}</h4>${content(body.content)}`,
        responses(operation),
      ];
      return `<article>${operationHeading(operation)}
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> ${code(path)}</p>
${parts.join('')}</article>`;
    },
    delivery(operation: Operation): string {
      const rows = Object.entries(operation.responses).map(([status, { description }]) => [
        code(status),
        inline(description),
      ]);
      return `<article>${operationHeading(operation)}
${prose(operation.description)}${parameters(operation, words.sent)}${content(operation.requestBody?.content)}
<h4>${words.answer}</h4>${htmlTable([words.status, words.meaning], rows)}</article>`;
    },
  };
};

const operationHeading = ({ operationId, summary }: Operation): string =>
  heading(3, operationId, escapeHtml(summary));

const pathExample = ({ parameters }: Operation, name: string): string => {
  const found = parameters.find((each) => each.in === 'path' && each.name === name);
  return String(found?.example ?? `{${name}}`);
};
