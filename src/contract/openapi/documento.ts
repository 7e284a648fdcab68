import { both, inLanguage, type Lang } from '../bilingual.ts';
import { ErrorBody } from '../errores.ts';
import { TOKEN_PATTERN } from '../ids.ts';
import { type Ruta, TAGS } from '../rutas/ruta.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../rutas/rutas.ts';
import { headerRefs, publishHeaders } from './cabeceras.ts';
import { publishErrors } from './errores.ts';
import { publishParameters, publishPaths } from './operaciones.ts';
import type { OpenapiDocument } from './published.ts';
import { publishComponents } from './schemas.ts';
import { publishWebhooks } from './webhooks.ts';

const PUBLIC_URL_DEFAULT = 'http://127.0.0.1:8080';

const DESCRIPTION = both(
  `API de solo lectura que exporta los datos de un restaurante (pedidos, carta, zonas de reparto, perfil y resumen de ventas) a los sistemas de su dueño.

- **Formato**: JSON en UTF-8. Los objetos llevan exactamente los campos que aquí se describen.
- **Dinero**: enteros en céntimos (\`*_cents\`); la moneda va aparte (\`moneda\`).
- **Fechas**: ISO 8601 en UTC con \`Z\` final. Solo \`desde\` y \`hasta\` del resumen llevan el desfase horario del restaurante.
- **Identificadores**: textos opacos con un prefijo que dice de qué tipo de objeto son.
- **Listas abiertas**: un campo descrito como «lista abierta» puede llevar otros valores, y un cliente ha de aceptarlos.
- **Límite**: 60 peticiones por llave en cualquier intervalo de 60 segundos.
- **Métodos**: cada ruta que admite GET admite también HEAD y OPTIONS. Una página web de cualquier origen puede llamar a la API con la cabecera \`Authorization\`; la API no usa cookies.`,
  `A read-only API that exports the data of one restaurant (orders, menu, delivery zones, profile and sales summary) to its owner’s systems.

- **Format**: JSON in UTF-8. Objects have exactly the fields that are described here.
- **Money**: integers in cents (\`*_cents\`); the currency is separate (\`moneda\`).
- **Dates**: ISO 8601 in UTC with a final \`Z\`. Only \`desde\` and \`hasta\` of the summary have the restaurant’s UTC offset.
- **Identifiers**: opaque strings with a prefix that says which kind of object they belong to.
- **Open lists**: a field described as an “open list” may have other values, and a client has to accept them.
- **Limit**: 60 requests per key in any 60 seconds.
- **Methods**: every route that accepts GET accepts HEAD and OPTIONS too. A web page of any origin may call the API with the header \`Authorization\`; the API uses no cookies.`,
);

const schemasOf = (id: Operacion) => {
  const { body, response }: Ruta = RUTAS[id];
  return [...(body === undefined ? [] : [body]), response.schema];
};

interface Options {
  version: string;
  publicUrl?: string;
}

/** The document as it is published: in Spanish, or with the same descriptions in English. */
export const makeOpenapi = ({ lang = 'es', ...options }: Options & { lang?: Lang }) =>
  inLanguage(makeBilingual(options), lang) as OpenapiDocument;

const makeBilingual = ({ version, publicUrl = PUBLIC_URL_DEFAULT }: Options) => ({
  openapi: '3.1.0',
  info: {
    title: both('Comanda: API de exportación de pedidos', 'Comanda: order export API'),
    version,
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  // No server variable: several generators write its template into the client, or escape the address in it.
  servers: [{ url: `${publicUrl}/api`, description: both('Este servicio.', 'This service.') }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: publishPaths(),
  webhooks: publishWebhooks(),
  components: {
    securitySchemes: {
      llave: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_live_<32hex> | svc_test_<32hex>',
        description: both(
          `Llave de API, que ha de cumplir \`${TOKEN_PATTERN.source}\`. Las llaves de ambos prefijos leen los mismos datos reales: el prefijo es solo una etiqueta. Eliges los alcances de una llave al crearla, y solo se muestra una vez.`,
          `API key, which has to match \`${TOKEN_PATTERN.source}\`. Keys of both prefixes read the same real data: the prefix is only a label. You choose the scopes of a key when you create it, and it is shown only once.`,
        ),
      },
      llaveEnConsulta: {
        type: 'apiKey',
        in: 'query',
        name: 'llave',
        description: both(
          'La misma llave en el parámetro `llave`, que solo admite `/stream`: el EventSource de los navegadores no puede enviar cabeceras.',
          'The same key in the parameter `llave`, which only `/stream` accepts: the EventSource of browsers cannot send headers.',
        ),
      },
    },
    parameters: publishParameters(),
    headers: publishHeaders(),
    responses: {
      SinCambios: {
        description: both(
          'Nada ha cambiado desde la respuesta con ese `ETag`. Sin cuerpo.',
          'Nothing has changed since the answer with that `ETag`. No body.',
        ),
        headers: headerRefs('ETag'),
      },
      ...publishErrors(`${publicUrl}/docs/autenticacion`),
    },
    schemas: publishComponents([...OPERACIONES.flatMap(schemasOf), ErrorBody]),
  },
});

export const openapiText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
