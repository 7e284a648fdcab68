import type { Site } from './guide-page.ts';
import { escapeHtml, renderPage } from './html.ts';

const TITLE = 'Referencia de la API · Comanda';

/** In Spanish, in our own colours, and without links or requests to the vendor of the renderer. */
const configuration = (root: string) => ({
  url: `${root}/openapi.json`,
  // The default text of this button is wider than a phone.
  localization: { locale: 'es', translations: { actions: { copyAsMarkdown: 'Copiar' } } },
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideDarkModeToggle: true,
  authentication: { preferredSecurityScheme: 'llave' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: { c: true, clojure: true, objc: true, ocaml: true, powershell: true, r: true },
  metaData: { title: TITLE },
});

/** The renderer reads its settings from an attribute, so that the page needs no inline script. */
export const renderReference = ({ root, styles }: Site, bundlePath: string): string => {
  const settings = escapeHtml(JSON.stringify(configuration(root)));
  return renderPage('es', {
    title: TITLE,
    style: root + styles.reference,
    body: `<header><a class="brand" href="${root}/docs">Comanda</a><nav class="languages"><a href="${root}/docs/es">Guías</a><a href="${root}/docs/en" lang="en">Guides</a></nav></header>
<noscript><p>La referencia necesita JavaScript. El <a href="${root}/openapi.json">documento OpenAPI</a> dice lo mismo.</p></noscript>
<script id="api-reference" type="application/json" data-url="${root}/openapi.json" data-configuration="${settings}"></script>
<script src="${root}${bundlePath}"></script>`,
  });
};
