import { installFolder } from '../../../scripts/install-folder.ts';

const isThere = installFolder(
  import.meta.dirname,
  'openapi: installing the tools of others (npm ci in test/openapi/tools)',
);
if (!isThere) process.exit(1);
