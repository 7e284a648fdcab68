import { execFileSync } from 'node:child_process';
import { ROOT } from '../pack.ts';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses: { license: { id: string } }[];
}

export interface Released {
  name: string;
  version: string;
  /** Of the workspace; the whole project is the server with all that is built into it. */
  folder: string;
  kind: 'npm' | 'pypi';
}

/** Contents and dependencies of a package, by the lockfile that it was tested with (CycloneDX). */
export const makeSbom = ({ name, version, folder, kind }: Released): object => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit=dev'];
  if (folder !== '.') args.push(`--workspace=${folder}`);
  const self: Component = {
    'bom-ref': `${name}@${version}`,
    type: 'application',
    name,
    version,
    purl: `pkg:${kind}/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  if (kind === 'pypi') {
    return {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: self },
    };
  }
  const document = JSON.parse(
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const components: Component[] = document.components;
  const others = components.filter((each) => each.name !== name && each.name !== 'comanda');
  return {
    ...document,
    metadata: { ...document.metadata, component: self },
    components: others,
    dependencies: document.dependencies.filter((each: { ref: string }) =>
      others.some((other) => other['bom-ref'] === each.ref),
    ),
  };
};
