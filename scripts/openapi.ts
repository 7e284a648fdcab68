// Writes openapi.json at the root of the repository from the contract, and the collection made from it: `npm run openapi`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { makeCollection } from '../src/contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../src/contract/openapi/documento.ts';

const root = join(import.meta.dirname, '..');
const document = makeOpenapi({ version: packageJson.version });
writeFileSync(join(root, 'openapi.json'), openapiText(document));
const collection = openapiText(makeCollection(document));
writeFileSync(join(root, 'docs/comanda.postman_collection.json'), collection);
