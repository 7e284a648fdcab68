// Writes openapi.json at the root of the repository from the contract: `npm run openapi`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { makeOpenapi, openapiText } from '../src/contract/openapi/documento.ts';

const path = join(import.meta.dirname, '..', 'openapi.json');
writeFileSync(path, openapiText(makeOpenapi({ version: packageJson.version })));
