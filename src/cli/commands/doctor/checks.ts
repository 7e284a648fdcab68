import type { Check } from './check.ts';
import { checkDatabase, checkSecrets } from './database.ts';
import { checkConfig, checkDisk, checkFiles, checkNode, checkPrivacy } from './machine.ts';
import { checkMail, checkService } from './service.ts';
import { checkProxy, checkPublicUrl } from './way-in.ts';

/** In the order of the report: later checks build on what the earlier ones look at. Engines have checks of their own. */
export const CHECKS: Readonly<Record<string, Check>> = {
  configuration: checkConfig,
  node: checkNode,
  'open files': checkFiles,
  disk: checkDisk,
  'data folder': checkPrivacy,
  database: checkDatabase,
  'secrets key': checkSecrets,
  service: checkService,
  'public address': checkPublicUrl,
  proxy: checkProxy,
  mail: checkMail,
};
