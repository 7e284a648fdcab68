import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root installs differently: npm would take the owner of the folder. */
const IDENTITY = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const OUTPUT_BYTES_MAX = 64 * 1_024 * 1_024;

type Env = Record<string, string>;

/** Settings of the network, without those of the npm that runs the tests. */
const inherited = (): Env => {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|\w+_PROXY|PIP_\w+)$/i.test(name),
  );
  // The host's own `node`, not the one that runs the tests.
  const path = (process.env['PATH'] ?? '').split(':').filter((each) => !/node_modules/.test(each));
  return { ...(Object.fromEntries(kept) as Env), PATH: path.join(':') };
};

/** An ordinary user with an empty home, whose npm knows one registry. */
export const makeUser = (t: { after(cleanup: () => void): void }, registry: string) => {
  const home = mkdtempSync(join(tmpdir(), 'comanda-user-'));
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const settings = {
    HOME: home,
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
  };
  const options = (env: Env = {}) =>
    ({ cwd: home, env: { ...inherited(), ...settings, ...env }, ...IDENTITY }) as const;
  return {
    home,
    async run(program: string, args: readonly string[], env: Env = {}): Promise<string> {
      const given = { ...options(env), maxBuffer: OUTPUT_BYTES_MAX };
      const { stdout } = await promisify(execFile)(program, args, given);
      return stdout;
    },
    start(
      program: string,
      args: readonly string[],
      env: Env = {},
    ): ChildProcessByStdio<null, Readable, Readable> {
      const child = spawn(program, args, {
        ...options(env),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      // The group: npx starts a shell, which starts the program.
      t.after(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
      return child;
    },
  };
};
