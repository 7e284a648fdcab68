import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../../test/support/service.ts';
import { makeFolderFor } from './cleanup.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = 'src/storage/engines/postgres/migrations';

/** The next version of this checkout: the same code with one more migration. Gives its `src/main.ts`. */
export const makeNextBuild = (t: Cleanup, migration: string): string => {
  const folder = makeFolderFor(t);
  for (const name of readdirSync(ROOT)) {
    if (name !== 'src') symlinkSync(join(ROOT, name), join(folder, name));
  }
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  const version = String(readdirSync(join(ROOT, MIGRATIONS)).length + 1).padStart(4, '0');
  writeFileSync(join(folder, MIGRATIONS, `${version}_next.sql`), migration);
  return join(folder, 'src/main.ts');
};
