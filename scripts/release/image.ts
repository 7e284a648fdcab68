import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../pack.ts';

const CONTAINERFILE = join(ROOT, 'ops/Containerfile');

const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { encoding: 'utf8', stdio: 'pipe' }).trim();

/** Builds the image over the Node image `base`, from the released package of the server in `release`; returns its archive. */
export const packImage = (release: string, version: string, base: string): string => {
  const name = `localhost/comanda:${version}`;
  const options = ['--isolation', 'chroot', '--build-arg', `NODE=${base}`];
  buildah('bud', ...options, '--file', CONTAINERFILE, '--tag', name, release);
  const archive = join(release, `comanda-${version}.oci.tar`);
  buildah('push', name, `oci-archive:${archive}:${version}`);
  return archive;
};
