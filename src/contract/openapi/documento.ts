import { TOKEN_PATTERN } from '../ids.ts';
import { TAGS } from '../rutas/ruta.ts';
import { headersOf, publishHeaders } from './cabeceras.ts';
import { translate } from './en/translate.ts';
import { publishErrors } from './errores.ts';
import { publishParameters, publishPaths } from './operaciones.ts';
import type { OpenapiDocument } from './published.ts';
import { publishComponents } from './schemas.ts';
import { publishWebhooks } from './webhooks.ts';

const PUBLIC_URL_DEFAULT = 'http://127.0.0.1:8080';

const DESCRIPTION = `API de solo lectura que exporta los datos de un restaurante (pedidos, carta, zonas de reparto, perfil y resumen de ventas) a los sistemas de su dueño.

- **Formato**: JSON en UTF-8. Los objetos llevan exactamente los campos que aquí se describen.
- **Dinero**: enteros en céntimos (\`*_cents\`); la moneda va aparte (\`moneda\`).
- **Fechas**: ISO 8601 en UTC con \`Z\` final. Solo \`desde\` y \`hasta\` del resumen llevan el desfase horario del restaurante.
- **Identificadores**: textos opacos con un prefijo que dice de qué tipo de objeto son.
- **Listas abiertas**: un campo descrito como «lista abierta» puede llevar otros valores, y un cliente ha de aceptarlos.
- **Límite**: 60 peticiones por llave en cualquier intervalo de 60 segundos.
- **Métodos**: cada ruta que admite GET admite también HEAD y OPTIONS. Una página web de cualquier origen puede llamar a la API con la cabecera \`Authorization\`; la API no usa cookies.`;

interface Options {
  version: string;
  publicUrl?: string;
}

/** The document as it is published: in Spanish, or with the same descriptions in English. */
export const makeOpenapi = ({ lang = 'es', ...options }: Options & { lang?: 'es' | 'en' }) => {
  const document = inSpanish(options) as unknown as OpenapiDocument;
  return lang === 'es' ? document : translate(document);
};

const inSpanish = ({ version, publicUrl = PUBLIC_URL_DEFAULT }: Options) => ({
  openapi: '3.1.0',
  info: {
    title: 'Comanda: API de exportación de pedidos',
    version,
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  // No server variable: several generators write its template into the client, or escape the address in it.
  servers: [{ url: `${publicUrl}/api`, description: 'Este servicio.' }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: publishPaths(),
  webhooks: publishWebhooks(),
  components: {
    securitySchemes: {
      llave: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_live_<32hex> | svc_test_<32hex>',
        description: `Llave de API, que ha de cumplir \`${TOKEN_PATTERN.source}\`. Las llaves de ambos prefijos leen los mismos datos reales: el prefijo es solo una etiqueta. Eliges los alcances de una llave al crearla, y solo se muestra una vez.`,
      },
      llaveEnConsulta: {
        type: 'apiKey',
        in: 'query',
        name: 'llave',
        description:
          'La misma llave en el parámetro `llave`, que solo admite `/stream`: el EventSource de los navegadores no puede enviar cabeceras.',
      },
    },
    parameters: publishParameters(),
    headers: publishHeaders(),
    responses: {
      SinCambios: {
        description: 'Nada ha cambiado desde la respuesta con ese `ETag`. Sin cuerpo.',
        headers: headersOf('ETag'),
      },
      ...publishErrors(`${publicUrl}/docs/autenticacion`),
    },
    schemas: publishComponents(),
  },
});

export const openapiText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
