// Makes all that a release consists of, in dist/release/: the packages of npm and of Python, their contents (CycloneDX) and
// their checksums. The service offers the clients of its own version below /descargas, from dist/descargas.
//
//   npm run release -- --dry-run      # makes them
//   npm run release                   # makes them, then publishes: at the tag of the version only
//
// With NODE_IMAGE, the Node image to build on, it makes an image too (`*.oci.tar`); that needs buildah and its rights.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack, ROOT } from '../pack.ts';
import { packImage } from './image.ts';
import { packPython } from './python.ts';
import { makeSbom, type Released } from './sbom.ts';

const RELEASE = join(ROOT, 'dist/release');
/** As `src/http/docs/downloads.ts` finds it, in a checkout and in the package. */
const DOWNLOADS = 'dist/descargas';

const readManifest = (folder: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

const { version } = readManifest('.');
const npmPackage = (folder: string): Released => ({ ...readManifest(folder), folder, kind: 'npm' });
const PACKAGES: readonly Released[] = [
  npmPackage('.'),
  npmPackage('clients/typescript'),
  npmPackage('clients/cli'),
  { name: 'comanda-client', version, folder: 'clients/python', kind: 'pypi' },
];

const emptyFolder = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

const refuseUntagged = (): void => {
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`);
  if (isTagged && git('status', '--porcelain') === '') return;
  throw new Error(`only the clean checkout of the tag v${version} is published; try --dry-run`);
};

/** The server last: it brings the archives of the others for download. */
const makeAll = (): string[] => {
  emptyFolder(RELEASE);
  const downloads = emptyFolder(join(ROOT, DOWNLOADS));
  const client = pack('clients/typescript', RELEASE);
  const cli = pack('clients/cli', RELEASE);
  const python = packPython(RELEASE);
  cpSync(client, join(downloads, 'comanda-client.tgz'));
  cpSync(cli, join(downloads, 'comanda-cli.tgz'));
  // pip reads name and version of a wheel from its file name.
  const wheel = readdirSync(RELEASE).find((name) => name.endsWith('.whl')) ?? '';
  cpSync(join(RELEASE, wheel), join(downloads, wheel));
  const server = pack('.', RELEASE, (stage) =>
    cpSync(downloads, join(stage, DOWNLOADS), { recursive: true }),
  );
  return [client, cli, server, ...python];
};

const describeAll = (): void => {
  for (const released of PACKAGES) {
    const name = released.name.replace('@', '').replace('/', '-');
    const file = `${name}-${version}${released.kind === 'pypi' ? '-python' : ''}.cdx.json`;
    writeFileSync(join(RELEASE, file), `${JSON.stringify(makeSbom(released), null, 2)}\n`);
  }
  const sums = readdirSync(RELEASE).map((name) => {
    const digest = createHash('sha256').update(readFileSync(join(RELEASE, name)));
    return `${digest.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(RELEASE, 'SHA256SUMS'), sums.join(''));
};

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const other = PACKAGES.find((each) => each.version !== version);
if (other) throw new Error(`${other.name} is ${other.version}, but this is ${version}`);
if (!values['dry-run']) refuseUntagged();
const archives = makeAll();
const base = process.env['NODE_IMAGE'];
if (base !== undefined) packImage(RELEASE, version, base);
describeAll();
for (const name of readdirSync(RELEASE)) say(`dist/release/${name}`);
if (values['dry-run']) process.exit();
for (const archive of archives.filter((path) => path.endsWith('.tgz'))) {
  execFileSync('npm', ['publish', archive], { stdio: 'inherit' });
}
const ofPython = archives.filter((path) => !path.endsWith('.tgz'));
execFileSync('python3', ['-m', 'twine', 'upload', ...ofPython], { stdio: 'inherit' });
