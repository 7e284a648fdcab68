import { fileURLToPath } from 'node:url';
import { installFolder } from '../../scripts/install-folder.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

let known: { problem: string | null } | null = null;

/**
 * The peers come from npm when they are first needed, and into a folder of their own. Null when they are
 * there, else why not: a figure then stands without its peer.
 */
export const peersProblem = (): string | null => {
  known ??= { problem: install() };
  return known.problem;
};

const install = (): string | null =>
  installFolder(FOLDER, 'bench: installing what to measure against (npm ci in bench)')
    ? null
    : 'not installed, npm ci in bench failed';
