import {
  type Content,
  nameOf,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Response,
} from '../../../contract/openapi/published.ts';
import { ERRORS, type Lang, pathOf } from '../guides.ts';
import { escapeHtml, heading } from '../html.ts';
import { codeBlock } from '../text/code.ts';
import { makeMarkdown, table } from '../text/markdown.ts';
import { limitsHtml, typeHtml } from './schema.ts';
import { REFERENCE_WORDS } from './words.ts';

/** Renders the parts of the reference for one document and language. `root` is the path of PUBLIC_URL. */
export const makeOperations = (document: OpenapiDocument, lang: Lang, root: string) => {
  const words = REFERENCE_WORDS[lang];
  const { components, servers } = document;
  const baseUrl = servers[0]?.url ?? '';
  const errorsPath = root + pathOf(lang, ERRORS[lang]);

  const markdown = makeMarkdown(lang, root);
  const prose = (text: string): string => markdown(text).html;
  const inline = (text: string): string => prose(text).replace(/^<p>|<\/p>\n$/g, '');
  const columns = (...labels: string[]) =>
    labels.map((label) => ({ label, html: escapeHtml(label) }));

  const parameterRow = (given: Parameter): string[] => {
    const { name, required, description, schema } = given;
    return [
      `<code>${escapeHtml(name)}</code>`,
      `${typeHtml(schema, lang)}<br><small>${given.in}${required ? ` · ${words.required}` : ''}</small>`,
      inline(description) + limitsHtml(schema, lang),
    ];
  };
  const parameters = ({ parameters: given }: Operation, title: string): string => {
    const own = given.map((each) =>
      each.$ref === undefined ? each : (components.parameters[nameOf(each.$ref)] ?? each),
    );
    if (own.length === 0) return '';
    return `<h4>${title}</h4>${table(columns(words.name, words.type, words.meaning), own.map(parameterRow))}`;
  };

  const examples = ({ examples: given = {} }: Content): string =>
    Object.values(given)
      .map(({ summary = '', value }) => {
        const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
        const language = typeof value === 'string' ? 'http' : 'json';
        return `<details><summary>${words.example} ${inline(summary)}</summary>${codeBlock(text, language, lang)}</details>`;
      })
      .join('');

  const content = (given: Record<string, Content> | undefined): string =>
    Object.entries(given ?? {})
      .map(
        ([mediaType, each]) =>
          `<p><code>${escapeHtml(mediaType)}</code> ${typeHtml(each.schema, lang)}</p>${examples(each)}`,
      )
      .join('');

  const success = (responses: Operation['responses']): string =>
    Object.entries(responses)
      .filter(([, { $ref }]) => $ref === undefined)
      .map(
        ([status, { description, content: given }]) =>
          `<h4>${words.response} <code>${status}</code></h4><p>${inline(description)}</p>${content(given)}`,
      )
      .join('');

  /** Links each error code to its explanation. */
  const codes = ({ content: given }: Response): string =>
    Object.values(given ?? {})
      .flatMap((each) => Object.keys(each.examples ?? {}))
      .map((codigo) => `<a href="${errorsPath}#${codigo}"><code>${codigo}</code></a>`)
      .join(' ');

  const errors = (responses: Operation['responses']): string => {
    const rows = Object.entries(responses).flatMap(([status, { $ref }]) => {
      const response = $ref === undefined ? undefined : components.responses[nameOf($ref)];
      if (response === undefined) return [];
      return [[`<code>${status}</code>`, codes(response), inline(response.description)]];
    });
    if (rows.length === 0) return '';
    const head = columns(words.status, '`codigo`', words.meaning);
    return `<details><summary>${words.errors}</summary>${table(head, rows)}</details>`;
  };

  const curl = (method: string, path: string, operation: Operation): string => {
    const lines = [
      `curl ${method === 'get' ? '' : `--request ${method.toUpperCase()} `}"${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(pathExample(operation, name)))}"`,
      '--header "Authorization: Bearer $COMANDA_KEY"',
    ];
    const [body] = Object.values(
      operation.requestBody?.content['application/json']?.examples ?? {},
    );
    if (body !== undefined) {
      lines.push(`--header 'Content-Type: application/json'`);
      lines.push(`--data '${JSON.stringify(body.value)}'`);
    }
    return codeBlock(lines.join(' \\\n  '), 'sh', lang);
  };

  return {
    prose,
    inline,
    columns,
    operation: (path: string, method: string, operation: Operation): string =>
      `<article>${operationHeading(operation)}
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${prose(operation.description)}${curl(method, path, operation)}${parameters(operation, words.parameters)}${
  operation.requestBody === undefined
    ? ''
    : `<h4>${words.body}</h4>${content(operation.requestBody.content)}`
}${success(operation.responses)}${errors(operation.responses)}</article>`,
    delivery: (operation: Operation): string => {
      const rows = Object.entries(operation.responses).map(([status, { description }]) => [
        `<code>${status}</code>`,
        inline(description),
      ]);
      return `<article>${operationHeading(operation)}
${prose(operation.description)}${parameters(operation, words.sent)}${content(operation.requestBody?.content)}
<h4>${words.answer}</h4>${table(columns(words.status, words.meaning), rows)}</article>`;
    },
  };
};

const operationHeading = ({ operationId, summary }: Operation): string =>
  heading(3, operationId, escapeHtml(summary));

const pathExample = ({ parameters }: Operation, name: string): unknown => {
  const found = parameters.find((each) => each.in === 'path' && each.name === name);
  return found?.example ?? `{${name}}`;
};
