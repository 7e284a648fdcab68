import type { Lang } from '../../../src/contract/bilingual.ts';
import type { OpenapiDocument, Operation } from '../../../src/contract/openapi/published.ts';
import { pathsOf, REFERENCE } from '../addresses.ts';
import { code, heading } from '../html.ts';
import { layout, links, type Site } from '../layout.ts';
import { htmlTable, plain } from '../text/markdown.ts';
import { WORDS } from '../words.ts';
import { makeOperations } from './operation.ts';
import { limitsHtml, typeHtml } from './schema.ts';
import { tryTemplate } from './try.ts';
import { REFERENCE_WORDS } from './words.ts';

const PATHS = pathsOf(REFERENCE);

interface Route {
  path: string;
  method: string;
  operation: Operation;
}

export const routesOf = (paths: OpenapiDocument['paths']): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every operation, object and header of the OpenAPI document on one page. */
export const renderReference = (site: Site, lang: Lang, document: OpenapiDocument): string => {
  const words = REFERENCE_WORDS[lang];
  const title = WORDS[lang].reference;
  const { info, tags, components, servers } = document;
  const { prose, inline, ...render } = makeOperations(document, lang);
  const routes = routesOf(document.paths);
  const deliveries = routesOf(document.webhooks);

  const groups = tags.map(({ name, description }) => {
    const isOwn = ({ operation }: Route) => operation.tags.includes(name);
    const [own, sent] = [routes.filter(isOwn), deliveries.filter(isOwn)];
    const operations = own.map((each) => render.operation(each.path, each.method, each.operation));
    const received = sent.map(({ operation }) => render.delivery(operation));
    const id = name.toLowerCase();
    const entries = [...own, ...sent].map(({ operation: { operationId, summary } }) => ({
      id: operationId,
      title: summary,
    }));
    return {
      link: `<li><a href="#${id}">${name}</a>${links(entries)}</li>`,
      html: `<section>${heading(2, id, name)}<p>${inline(description)}</p>
${operations.join('\n')}${received.join('\n')}</section>`,
    };
  });

  const objects = Object.entries(components.schemas).map(([name, schema]) => {
    const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => {
      const isRequired = schema.required?.includes(field);
      return [
        code(field),
        typeHtml(property, lang) + (isRequired ? '' : `<br><small>${words.optional}</small>`),
        inline(property.description ?? '') + limitsHtml(property, lang),
      ];
    });
    const fields = htmlTable([words.name, words.type, words.meaning], rows);
    return `<article>${heading(3, name, name)}<p>${inline(schema.description ?? '')}</p>${fields}</article>`;
  });

  const headers = Object.entries(components.headers).map(([name, { description, example }]) => [
    code(name),
    inline(description),
    code(String(example)),
  ]);

  const within = [
    ...groups.map(({ link }) => link),
    `<li><a href="#objetos">${words.objects}</a></li>`,
    `<li><a href="#cabeceras">${words.headers}</a></li>`,
  ];
  const schemes = Object.values(components.securitySchemes);
  return layout(site, lang, {
    title: `${title} · Comanda`,
    description: plain(info.description.split('\n')[0] ?? ''),
    within: `<ul>${within.join('')}</ul>`,
    body: `<h1>${title}</h1>
${prose(info.description)}
<p>${words.address}: ${code(servers[0]?.url ?? '')}</p>
${heading(2, 'autenticacion', words.authentication)}
${schemes.map(({ description }) => prose(description)).join('')}
${groups.map(({ html }) => html).join('\n')}
<section>${heading(2, 'objetos', words.objects)}<p>${words.objectsNote}</p>
${objects.join('\n')}</section>
<section>${heading(2, 'cabeceras', words.headers)}<p>${words.headersNote}</p>
${htmlTable([words.name, words.meaning, words.example.replace(':', '')], headers)}</section>
${tryTemplate(lang)}
`,
    paths: PATHS,
  });
};
