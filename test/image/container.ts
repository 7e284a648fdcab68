import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput } from '../support/machine/collect-output.ts';
import { makeFolder } from '../support/machine/folder.ts';

const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { encoding: 'utf8' }).trim();

/** Reads the settings of an archive's image as an engine does, and mounts its files. */
export const openImage = (archive: string, t: { after(cleanup: () => void): void }) => {
  const name = buildah('pull', '--quiet', `oci-archive:${archive}`);
  const container = buildah('from', name);
  t.after(() => buildah('rm', container));
  const root = buildah('mount', container);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', name)).OCIv1;
  const passwd = readFileSync(join(root, 'etc/passwd'), 'utf8');
  const [, uid = '', gid = ''] =
    new RegExp(`^${config.User}:x:(\\d+):(\\d+)`, 'm').exec(passwd) ?? [];
  return { root, config, user: { uid: Number(uid), gid: Number(gid) } };
};

type Image = ReturnType<typeof openImage>;

/** A volume that the user of an image may write. */
export const makeVolume = ({ user }: Image): string => {
  const volume = makeFolder();
  execFileSync('chown', [`${user.uid}:${user.gid}`, volume]);
  return volume;
};

/** Namespaces as an engine makes them, except for the network: the ports of the host are tested, not a way to them. */
const NAMESPACES = ['--mount', '--pid', '--ipc'];
const MOUNT = `set -e
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/tmp"
mount --bind "$1" "$0/data"
mount -o remount,bind,ro "$0"
shift
exec "$@"`;
const UNPRIVILEGED = ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];

/** Runs an image as the Containerfile says: root filesystem read-only, no capabilities, as its own user. */
export const startContainer = (
  t: { after(cleanup: () => void): void },
  { root, config, user }: Image,
  volume: string,
  env: Record<string, string>,
) => {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const identity = ['--reuid', String(user.uid), '--regid', String(user.gid), ...UNPRIVILEGED];
  const inside = (args: readonly string[]) => [
    ...['chroot', root, 'setpriv', ...identity],
    ...['env', '-i', '-C', config.WorkingDir, ...config.Env, ...given, ...args],
  ];
  const main = ['sh', '-c', MOUNT, root, volume, ...inside([...config.Entrypoint, ...config.Cmd])];
  const options = [...NAMESPACES, '--fork', '--kill-child'];
  const child = spawn('unshare', [...options, ...main], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  /** The first process of the container, as the host sees it. */
  const readPid = (): string =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return {
    output: collectOutput(child.stdout, child.stderr),
    ended,
    exec(...args: string[]) {
      const target = ['--target', readPid(), ...NAMESPACES];
      return spawnSync('nsenter', [...target, ...inside(args)], { encoding: 'utf8' });
    },
    stop(): Promise<number | null> {
      process.kill(Number(readPid()), config.StopSignal ?? 'SIGTERM');
      return ended;
    },
  };
};
