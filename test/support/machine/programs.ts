import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraryPath, unpackPackages } from '../../../scripts/debian.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/programs', import.meta.url));

/** Debian's packages, and the files below their root that have to be there. */
const PROGRAMS = {
  wrk: { packages: ['wrk'], files: ['usr/bin/wrk'] },
  redis: { packages: ['redis-server'], files: ['usr/bin/redis-server'] },
  nchan: {
    packages: ['nginx', 'libnginx-mod-nchan'],
    files: ['usr/sbin/nginx', 'usr/lib/nginx/modules/ngx_nchan_module.so'],
  },
  nginx: { packages: ['nginx'], files: ['usr/sbin/nginx'] },
  caddy: { packages: ['caddy'], files: ['usr/bin/caddy'] },
  sshd: { packages: ['openssh-server'], files: ['usr/sbin/sshd'] },
  prometheus: { packages: ['prometheus'], files: ['usr/bin/promtool'] },
  compose: {
    packages: ['docker-compose'],
    files: ['usr/bin/docker-compose', 'usr/lib/python3/dist-packages/compose'],
  },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** An executable, and the environment in which it finds its libraries. */
export interface Program {
  path: string;
  /** The files of PROGRAMS, as absolute paths. */
  files: string[];
  env: NodeJS.ProcessEnv;
}

const problems = new Map<ProgramName, string>();

/** The system's own program, or one unpacked from Debian's packages earlier; null: neither. */
export const findProgram = (name: ProgramName): Program | null =>
  ['/', join(CACHE, name)].map((root) => below(root, name)).find(isThere) ?? null;

/** Like `findProgram`, but unpacks the packages if they are missing. Root is not needed and the system stays as it is. */
export const bringProgram = (name: ProgramName): Program => {
  const found = findProgram(name);
  if (found !== null) return found;
  const { packages } = PROGRAMS[name];
  if (!problems.has(name)) {
    process.stderr.write(`comanda: unpacking ${packages.join(', ')} from Debian …\n`);
    problems.set(name, unpackPackages([...packages], join(CACHE, name)) ?? '');
  }
  const unpacked = below(join(CACHE, name), name);
  if (isThere(unpacked)) return unpacked;
  throw new Error(`${name} is missing (install ${packages.join(', ')}): ${problems.get(name)}`);
};

const below = (root: string, name: ProgramName): Program => {
  const files = PROGRAMS[name].files.map((file) => join(root, file));
  const { PATH } = process.env;
  const env = root === '/' ? { PATH } : { PATH, LD_LIBRARY_PATH: libraryPath(root) };
  return { path: files[0] ?? '', files, env };
};

const isThere = ({ files }: Program): boolean => files.every((file) => existsSync(file));
