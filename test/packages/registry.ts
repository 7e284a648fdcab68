import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeFolder } from '../support/machine/folder.ts';
import { until } from '../support/until.ts';

const require = createRequire(join(import.meta.dirname, 'tools/package.json'));
const PORT = 4_873;

/** Starts a registry of our own packages, which passes on every other one from the registry that npm uses here. */
export const startRegistry = async (t: { after(cleanup: () => void): void }) => {
  const folder = makeFolder();
  const uplink = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: uplink, maxage: '60m' } },
    packages: {
      '@comanda/*': { access: '$all', publish: '$all' },
      comanda: { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'npm' },
    },
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    log: { type: 'stdout', level: 'warn' },
    max_body_size: '100mb',
  };
  // JSON is YAML.
  const file = join(folder, 'config.yaml');
  writeFileSync(file, JSON.stringify(config));
  const program = join(require.resolve('verdaccio/package.json'), '../bin/verdaccio');
  const args = [program, '--config', file, '--listen', `127.0.0.1:${PORT}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${PORT}/`;
  await until(async () => (await fetch(`${url}-/ping`).catch(() => null))?.ok === true);
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `//127.0.0.1:${PORT}/:_authToken=any\n`);
  return {
    url,
    publish: (archive: string) =>
      execFileSync('npm', ['publish', archive, '--registry', url, '--userconfig', npmrc], {
        cwd: folder,
        stdio: 'pipe',
      }),
  };
};
