// Writes openapi.json at the root of the repository from the contract, and all that is made from it: `npm run openapi`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { makeCollection } from '../src/contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../src/contract/openapi/documento.ts';
import { clientTypes } from './client-types.ts';
import { pythonTypes } from './client-types-python.ts';
import { writeColumns } from './export-columns.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const GUIDES = { es: 'docs/guides/es/exportacion.md', en: 'docs/guides/en/export.md' };

const document = makeOpenapi({ version: packageJson.version });
const files = {
  'openapi.json': openapiText(document),
  'docs/comanda.postman_collection.json': openapiText(makeCollection(document)),
  'clients/typescript/src/types.ts': clientTypes(document),
  'clients/python/src/comanda/types.py': pythonTypes(document),
  [GUIDES.es]: writeColumns(read(GUIDES.es), 'es'),
  [GUIDES.en]: writeColumns(read(GUIDES.en), 'en'),
};
for (const [path, text] of Object.entries(files)) {
  writeFileSync(join(ROOT, path), text);
}
