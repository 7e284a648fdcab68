import type { OpenapiDocument, Operation } from '../../../contract/openapi/published.ts';
import { type Lang, pathsOf, REFERENCE } from '../guides.ts';
import { escapeHtml, heading } from '../html.ts';
import { layout, links, type Site } from '../layout.ts';
import type { Entry } from '../search.ts';
import { plain, table } from '../text/markdown.ts';
import { WORDS } from '../words.ts';
import { makeOperations } from './operation.ts';
import { limitsHtml, typeHtml } from './schema.ts';
import { REFERENCE_WORDS } from './words.ts';

const PATHS = pathsOf(REFERENCE);

interface Route {
  path: string;
  method: string;
  operation: Operation;
}

const routesOf = (document: OpenapiDocument): Route[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every operation, object and header of the OpenAPI document on one page, without a script. */
export const renderReference = (site: Site, lang: Lang, document: OpenapiDocument): string => {
  const words = REFERENCE_WORDS[lang];
  const { info, tags, components, servers, webhooks } = document;
  const render = makeOperations(document, lang, site.root);
  const routes = routesOf(document);
  const deliveries = Object.values(webhooks).flatMap((methods) => Object.values(methods));

  const groups = tags.map(({ name, description }) => {
    const own = routes.filter(({ operation }) => operation.tags.includes(name));
    const sent = deliveries.filter((operation) => operation.tags.includes(name));
    return {
      name,
      html: `<section>${heading(2, name.toLowerCase(), name)}<p>${render.inline(description)}</p>
${own.map(({ path, method, operation }) => render.operation(path, method, operation)).join('\n')}${sent.map(render.delivery).join('\n')}</section>`,
      entries: [...own.map(({ operation }) => operation), ...sent].map(
        ({ operationId: id, summary: title }) => ({ id, title }),
      ),
    };
  });

  const objects = Object.entries(components.schemas).map(([name, schema]) => {
    const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => [
      `<code>${escapeHtml(field)}</code>`,
      typeHtml(property, lang) +
        (schema.required?.includes(field) ? '' : `<br><small>${words.optional}</small>`),
      render.inline(property.description ?? '') + limitsHtml(property, lang),
    ]);
    return `<article>${heading(3, name, name)}<p>${render.inline(schema.description ?? '')}</p>${table(render.columns(words.name, words.type, words.meaning), rows)}</article>`;
  });

  const headers = Object.entries(components.headers).map(([name, { description, example }]) => [
    `<code>${escapeHtml(name)}</code>`,
    render.inline(description),
    `<code>${escapeHtml(String(example))}</code>`,
  ]);

  const within = `<ul>${groups
    .map(
      ({ name, entries }) =>
        `<li><a href="#${name.toLowerCase()}">${name}</a>${links(entries)}</li>`,
    )
    .join(
      '',
    )}<li><a href="#objetos">${words.objects}</a></li><li><a href="#cabeceras">${words.headers}</a></li></ul>`;

  return layout(site, lang, {
    title: `${WORDS[lang].reference} · Comanda`,
    description: plain(info.description.split('\n')[0] ?? ''),
    within,
    body: `<h1>${WORDS[lang].reference}</h1>
${render.prose(info.description)}
<p>${words.address}: <code>${escapeHtml(servers[0]?.url ?? '')}</code></p>
${heading(2, 'autenticacion', words.authentication)}
${Object.values(components.securitySchemes)
  .map(({ description }) => render.prose(description))
  .join('')}
${groups.map(({ html }) => html).join('\n')}
<section>${heading(2, 'objetos', words.objects)}<p>${words.objectsNote}</p>
${objects.join('\n')}</section>
<section>${heading(2, 'cabeceras', words.headers)}<p>${words.headersNote}</p>
${table(render.columns(words.name, words.meaning, words.example.replace(':', '')), headers)}</section>
`,
    paths: PATHS,
  });
};

/** The entries of the reference that a search can find. */
export const referenceEntries = (lang: Lang, document: OpenapiDocument): Entry[] => {
  const page = WORDS[lang].reference;
  const operations = routesOf(document).map(({ path, method, operation }) => ({
    path: `${PATHS[lang]}#${operation.operationId}`,
    page,
    title: `${operation.summary} (${method.toUpperCase()} ${path})`,
    text: plain(
      [
        operation.description,
        ...operation.parameters.map(({ name = '', description = '' }) => `${name}: ${description}`),
      ].join(' '),
    ),
  }));
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => ({
    path: `${PATHS[lang]}#${name}`,
    page,
    title: name,
    text: plain(
      [
        schema.description,
        ...Object.entries(schema.properties ?? {}).map(
          ([field, { description = '' }]) => `${field}: ${description}`,
        ),
      ].join(' '),
    ),
  }));
  return [...operations, ...objects];
};
